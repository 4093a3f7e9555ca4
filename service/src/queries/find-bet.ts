import { toBetRecord, toConfirmedRecord } from '../bets/bet-record.ts';
import { findSubmittedBet } from '../store/journal/submitted-bets.ts';
import { findBet as findBetView } from '../store/projection/bets.ts';
import { findMarket } from '../store/projection/market-cache.ts';
import type { BetRecord } from '../submissions/records.ts';
import { getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';

type Context = Pick<QueryContext, 'store' | 'cache'>;

/** Reads the projection first; the journal has pending and refused bets. */
export async function findBet(context: Context, betId: string): Promise<BetRecord | undefined> {
  const { store, cache } = context;
  const confirmed = await findConfirmed(context, betId);
  if (confirmed) return confirmed;
  const submitted = await findSubmittedBet(store.db, betId);
  // A row that left the journal since the first read is in the projection by now.
  if (!submitted) return findConfirmed(context, betId);
  return toBetRecord(submitted, await findMarket(store, cache, submitted.market_id));
}

async function findConfirmed(context: Context, betId: string): Promise<BetRecord | undefined> {
  const bet = await findBetView(context.store.db, betId);
  return bet && toConfirmedRecord(bet, await getMarket(context, bet.marketId));
}
