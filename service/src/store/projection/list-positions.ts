import type { Address } from '@solana/kit';
import { type Amount, amount, type Pools } from '@tote/domain';
import type { Db } from '../store.ts';
import { type MarketRow, toMarketView } from './market-row.ts';
import type { MarketView } from './market-view.ts';
import type { PositionRow } from './save-positions.ts';

export interface PositionView {
  readonly stakes: Pools;
  /** The credited amount; null before. */
  readonly payout: Amount | null;
  /** Read in the same query, so that both are of the same state. */
  readonly market: MarketView;
}

export async function findPosition(
  db: Db,
  bettor: Address,
  marketId: string,
): Promise<PositionView | undefined> {
  const row = await selectPositions(db, bettor).where('id', '=', marketId).executeTakeFirst();
  return row && toPositionView(row);
}

/** Unsettled positions first, then by the newest market. */
export async function listPositions(
  db: Db,
  bettor: Address,
  limit: number,
): Promise<PositionView[]> {
  const rows = await selectPositions(db, bettor)
    .orderBy((builder) => builder.case().when('payout', 'is', null).then(0n).else(1n).end())
    .orderBy('created_slot', 'desc')
    .orderBy('nonce', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toPositionView);
}

export function selectPositions(db: Db, bettor: Address) {
  return db
    .selectFrom('positions')
    .innerJoin('markets', 'markets.id', 'positions.market_id')
    .selectAll('markets')
    .select(['stake_yes', 'stake_no', 'payout'])
    .where('bettor', '=', bettor);
}

export function toPositionView(
  row: MarketRow & Pick<PositionRow, 'stake_yes' | 'stake_no' | 'payout'>,
): PositionView {
  return {
    stakes: { yes: amount(row.stake_yes), no: amount(row.stake_no) },
    payout: row.payout === null ? null : amount(row.payout),
    market: toMarketView(row),
  };
}
