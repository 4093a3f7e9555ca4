import { sql } from 'kysely';
import type { Db } from '../store.ts';

/** What the positions of a market were paid, and how many wait. */
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
