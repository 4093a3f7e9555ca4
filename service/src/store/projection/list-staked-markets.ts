import type { Db } from '../store.ts';

/** The markets in which the wallet has a position that is not settled: at most one per slot. */
export async function listStakedMarkets(db: Db, wallet: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bettors')
    .innerJoin('positions', 'positions.bettor', 'bettors.address')
    .select('market_id')
    .where('wallet', '=', wallet)
    .where('payout', 'is', null)
    .execute();
  return rows.map(({ market_id }) => market_id);
}
