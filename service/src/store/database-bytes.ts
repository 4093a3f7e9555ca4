import { sql } from 'kysely';
import type { Db } from './store.ts';

/** Only PostgreSQL: SQLite's database is a file. */
export async function findDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0n);
}
