import { listMarketBets } from '../store/projection/find-bets.ts';
import type { HistoryPoint } from '../use-cases/use-cases.ts';
import { getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';

/** Oldest first. */
export async function listHistory(
  context: QueryContext,
  input: { marketId: string; limit: number; offset: number },
): Promise<readonly HistoryPoint[]> {
  const market = await getMarket(context, input.marketId);
  // The database would step over every bet to find that there is none.
  if (input.offset >= market.bets) return [];
  const bets = await listMarketBets(context.store.db, input, 'asc');
  return bets.map(({ betId, sequence, outcome, amount, pools, placedAt }) => ({
    betId,
    sequence,
    outcome,
    amount,
    pools,
    placedAt,
  }));
}
