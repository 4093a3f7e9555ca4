import { findSubmittedBet } from '../store/journal/submitted-bets.ts';
import { findBet as findBetView } from '../store/projection/find-bets.ts';
import { findMarket } from '../store/projection/find-market.ts';
import type { BetRecord } from '../use-cases.ts';
import { toConfirmedBet, toSubmittedBet } from './bet-record.ts';
import { getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';

/** The chain's word first; the journal knows what is under way and what was refused. */
export async function findBet(
  context: QueryContext,
  betId: string,
): Promise<BetRecord | undefined> {
  const { store, cache } = context;
  const bet = await findBetView(store.db, betId);
  if (bet) return toConfirmedBet(bet, await getMarket(context, bet.marketId));
  const submitted = await findSubmittedBet(store.db, betId);
  if (!submitted) return undefined;
  return toSubmittedBet(submitted, await findMarket(store, cache, submitted.market_id));
}
