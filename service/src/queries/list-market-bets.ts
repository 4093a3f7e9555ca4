import { DomainError } from '@tote/domain';
import { toConfirmedRecord } from '../bets/bet-record.ts';
import {
  type BetView,
  findBetPlace,
  listMarketBets as listBetViews,
} from '../store/projection/bets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { BetRecord } from '../submissions/records.ts';
import { getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';

export interface BetPage {
  readonly marketId: string;
  readonly limit: number;
  readonly offset: number;
  /** Only what comes after this bet in the list. */
  readonly after?: string;
}

/** Newest first. */
export async function listMarketBets(
  context: QueryContext,
  page: BetPage,
): Promise<readonly BetRecord[]> {
  const market = await getMarket(context, page.marketId);
  const bets = await listBetPage(context, market, page);
  return bets.map((bet) => toConfirmedRecord(bet, market));
}

/** Throws `bet_not_found` for an `after` that is not a bet of the market. */
export async function listBetPage(
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
