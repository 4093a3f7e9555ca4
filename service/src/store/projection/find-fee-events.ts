import { sql } from 'kysely';
import type { Db } from '../store.ts';
import type { FeeEventRow } from './save-fee-events.ts';

export async function findNewestFeeEvent(
  db: Db,
  currency: bigint,
): Promise<FeeEventRow | undefined> {
  return db
    .selectFrom('fee_events')
    .selectAll()
    .where('currency', '=', currency)
    .orderBy('slot', 'desc')
    .orderBy('burned_total', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The developer shares that markets moved to the vault and that were not collected. */
export async function sumUncollected(db: Db, currency: bigint): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select cast(
    (select coalesce(sum(developer), 0) from markets
      where fees_moved = 1 and currency = ${currency})
    - (select coalesce(sum(developer), 0) from fee_events where currency = ${currency})
    as bigint) as sum`.execute(db);
  return rows[0]?.sum ?? 0n;
}
