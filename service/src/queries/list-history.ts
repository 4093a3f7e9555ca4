import type { Pools, Stake, UnixSeconds } from '@tote/domain';
import { type BetView, listBetsAtPoints, listMarketBets } from '../store/projection/bets.ts';
import { getMarket } from './get-market.ts';
import { type BetPage, listBetPage } from './list-market-bets.ts';
import type { QueryContext } from './query-context.ts';

export interface HistoryPoint extends Stake {
  readonly betId: string;
  readonly sequence: bigint;
  readonly pools: Pools;
  readonly placedAt: UnixSeconds;
}

/** Newest first, as the bets of a market. */
export async function listHistory(
  context: QueryContext,
  page: BetPage,
): Promise<readonly HistoryPoint[]> {
  const market = await getMarket(context, page.marketId);
  const bets = await listBetPage(context, market, page);
  return bets.map(toPoint);
}

/** All of them if they are few, otherwise some between the first and the last. */
export async function thinHistory(
  context: QueryContext,
  marketId: string,
  points: number,
): Promise<readonly HistoryPoint[]> {
  const { bets: count } = await getMarket(context, marketId);
  const { db } = context.store;
  const bets =
    count <= points
      ? await listMarketBets(db, { marketId, limit: points, offset: 0 })
      : await listBetsAtPoints(db, marketId, points);
  return bets.map(toPoint);
}

const toPoint = ({ betId, sequence, outcome, amount, pools, placedAt }: BetView) => ({
  betId,
  sequence,
  outcome,
  amount,
  pools,
  placedAt,
});
