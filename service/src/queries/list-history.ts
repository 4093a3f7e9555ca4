import type { BetPage, HistoryPoint } from '../use-cases/use-cases.ts';
import { getMarket } from './get-market.ts';
import { listBetPage } from './list-market-bets.ts';
import type { QueryContext } from './query-context.ts';

/** Newest first, as the bets of a market. */
export async function listHistory(
  context: QueryContext,
  page: BetPage,
): Promise<readonly HistoryPoint[]> {
  const market = await getMarket(context, page.marketId);
  const bets = await listBetPage(context, market, page);
  return bets.map(({ betId, sequence, outcome, amount, pools, placedAt }) => ({
    betId,
    sequence,
    outcome,
    amount,
    pools,
    placedAt,
  }));
}
