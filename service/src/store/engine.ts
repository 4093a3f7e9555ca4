import { CompiledQuery, PostgresAdapter, sql } from 'kysely';
import type { Db } from './store.ts';

export const isPostgres = (db: Pick<Db, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** The text has a `?` for each parameter, as in SQLite; PostgreSQL counts them. */
export function rawQuery(db: Db, text: string, parameters: readonly unknown[]): CompiledQuery {
  let count = 0;
  const number = () => {
    count += 1;
    return `$${count}`;
  };
  return CompiledQuery.raw(isPostgres(db) ? text.replaceAll('?', number) : text, [...parameters]);
}

/** Only PostgreSQL: SQLite's database is a file. */
export async function findDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0n);
}

export async function readClock(db: Db): Promise<number | undefined> {
  if (!isPostgres(db)) {
    await sql`select 1`.execute(db);
    return undefined;
  }
  const { rows } = await sql<{ ms: bigint }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as ms`.execute(db);
  return rows[0] && Number(rows[0].ms);
}
