import { PostgresAdapter } from 'kysely';
import type { Db } from './store.ts';

/** For the few statements that differ between the engines. */
export function isPostgres(db: Pick<Db, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
