import { PostgresAdapter } from 'kysely';
import type { Db } from './store.ts';

/** The few statements that differ between the engines ask here. */
export function isPostgres(db: Pick<Db, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
