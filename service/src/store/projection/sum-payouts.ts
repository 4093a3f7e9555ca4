import { sql } from 'kysely';
import type { Db } from '../store.ts';

/** The sum of a market's payouts, and the number of positions that are not settled. */
export async function sumPayouts(
  db: Db,
  marketId: string,
): Promise<{ paid: bigint; open: bigint }> {
  const { paid, open } = await db
    .selectFrom('positions')
    .select([
      sql<bigint>`cast(coalesce(sum(payout), 0) as bigint)`.as('paid'),
      sql<bigint>`count(*) - count(payout)`.as('open'),
    ])
    .where('market_id', '=', marketId)
    .executeTakeFirstOrThrow();
  return { paid, open };
}
