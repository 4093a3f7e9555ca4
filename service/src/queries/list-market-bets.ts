import { listMarketBets as listBetViews } from '../store/projection/find-bets.ts';
import { toConfirmedRecord } from '../submissions/bet-record.ts';
import type { BetRecord } from '../use-cases/use-cases.ts';
import { getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';

/** Newest first. */
export async function listMarketBets(
  context: QueryContext,
  input: { marketId: string; limit: number; offset: number },
): Promise<readonly BetRecord[]> {
  const market = await getMarket(context, input.marketId);
  // The database would step over every bet to find that there is none.
  if (input.offset >= market.bets) return [];
  const bets = await listBetViews(context.store.db, input);
  return bets.map((bet) => toConfirmedRecord(bet, market));
}
