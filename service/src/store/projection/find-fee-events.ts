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
