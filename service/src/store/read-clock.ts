import { sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Db } from './store.ts';

/** In milliseconds; undefined if the database has the clock of this machine. */
export async function readClock(db: Db): Promise<number | undefined> {
  if (!isPostgres(db)) {
    await sql`select 1`.execute(db);
    return undefined;
  }
  const { rows } = await sql<{ ms: bigint }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as ms`.execute(db);
  return rows[0] && Number(rows[0].ms);
}
