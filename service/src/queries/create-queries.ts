import { listApiKeys, toApiKeyRecord } from '../store/journal/api-keys.ts';
import { type Conversion, findConversion } from '../store/projection/find-conversion.ts';
import { findMarket } from '../store/projection/find-market.ts';
import { listMarkets } from '../store/projection/list-markets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Queries } from '../use-cases.ts';
import { findBet } from './find-bet.ts';
import { findPosition } from './find-position.ts';
import { ProgressReader } from './find-progress.ts';
import { findTransaction } from './find-transaction.ts';
import { findUnreadiness } from './find-unreadiness.ts';
import { getAccount } from './get-account.ts';
import { getReceipt } from './get-receipt.ts';
import { getReserves } from './get-reserves.ts';
import { getResult } from './get-result.ts';
import { listHistory } from './list-history.ts';
import { listMarketBets } from './list-market-bets.ts';
import { listPayouts } from './list-payouts.ts';
import type { QueryContext } from './query-context.ts';

export interface ServiceQueries extends Queries {
  /** How much of a SOL market's burn share the buyback has turned into UTILITY. */
  findConversion(market: MarketView): Promise<Conversion | null>;
}

export function createQueries(context: QueryContext): ServiceQueries {
  const { chain, store, cache, config } = context;
  const progress = new ProgressReader(context);
  return {
    config: () => config,
    now: () => chain.clock.now(),
    // Another replica may have changed a market since, so that only one process can count.
    ...(cache.isOn && { version: () => cache.changes }),
    findMarket: (id) => findMarket(store, cache, id),
    listMarkets: (input) => listMarkets(store, cache, { ...input, now: chain.clock.now() }),
    findPosition: (marketId, wallet) => findPosition(context, marketId, wallet),
    findBet: (betId) => findBet(context, betId),
    listMarketBets: (input) => listMarketBets(context, input),
    listHistory: (input) => listHistory(context, input),
    findTransaction: (signature) => findTransaction(context, signature),
    getAccount: (wallet) => getAccount(context, wallet),
    getResult: (marketId, wallet) => getResult(context, marketId, wallet),
    getReceipt: (page) => getReceipt(context, page),
    listPayouts: (page) => listPayouts(context, page),
    getReserves: () => getReserves(context),
    listApiKeys: async ({ wallet }) => (await listApiKeys(store.db, wallet)).map(toApiKeyRecord),
    findResolutionStatus: async (id) => (await context.findResolutionStatus?.(id)) ?? null,
    findProgress: (market) => progress.find(market),
    findUnreadiness: () => findUnreadiness(context),
    findConversion: (market) => findConversion(store.db, market),
  };
}
