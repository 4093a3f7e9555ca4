import { DomainError } from '@tote/domain';
import { toBetRecord, toConfirmedRecord } from '../bets/bet-record.ts';
import { findSubmittedBet } from '../store/journal/submitted-bets.ts';
import {
  type BetView,
  findBetPlace,
  findBet as findBetView,
  listBetsAtPoints,
  listMarketBets as listBetViews,
} from '../store/projection/bets.ts';
import { findMarket } from '../store/projection/market-cache.ts';
import type { MarketView } from '../store/projection/market-view.ts';
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

interface BetPage {
  readonly marketId: string;
  readonly limit: number;
  readonly offset: number;
  readonly after?: string;
}

export async function listMarketBets(context: QueryContext, page: BetPage) {
  const market = await getMarket(context, page.marketId);
  const bets = await listBetPage(context, market, page);
  return bets.map((bet) => toConfirmedRecord(bet, market));
}

async function listBetPage(
  { store: { db } }: Pick<QueryContext, 'store'>,
  market: MarketView,
  { limit, offset, after: betId }: BetPage,
): Promise<readonly BetView[]> {
  const { id: marketId } = market;
  const after = betId === undefined ? undefined : await findBetPlace(db, marketId, betId);
  if (betId !== undefined && !after) throw new DomainError('bet_not_found', { betId });
  // The database would step over every bet to find that there is none.
  if (offset >= market.bets) return [];
  return listBetViews(db, { marketId, limit, offset, after });
}

export const listHistory = async (context: QueryContext, page: BetPage) =>
  listBetPage(context, await getMarket(context, page.marketId), page);

/** All bets if they are few, otherwise some between the first and the last. */
export async function thinHistory(context: QueryContext, marketId: string, points: number) {
  const { bets: count } = await getMarket(context, marketId);
  const { db } = context.store;
  return count <= points
    ? listBetViews(db, { marketId, limit: points, offset: 0 })
    : listBetsAtPoints(db, marketId, points);
}
