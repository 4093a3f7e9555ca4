import type { KeeperReads } from '../../keeper/keeper-reads.ts';
import type { Store } from '../store.ts';
import { findMarket } from './find-market.ts';
import {
  listClosableMarkets,
  listClosedMarkets,
  listEvidencedMarkets,
  listExpiredMarkets,
  listMeasuredMarkets,
  listTriggeredFacts,
  listUnsettledMarkets,
  listUnsettledPositions,
} from './list-due-markets.ts';
import type { MarketCache } from './market-cache.ts';

export function createKeeperReads(store: Store, cache: MarketCache): KeeperReads {
  const { db } = store;
  return {
    findMarket: (id) => findMarket(store, cache, id),
    listDueMarkets: (now, page, kind) => listExpiredMarkets(db, now, page, kind),
    listTriggeredFacts: (now, page) => listTriggeredFacts(db, now, page),
    listMeasuredMarkets: (page) => listMeasuredMarkets(db, page),
    listEvidencedMarkets: (limit) => listEvidencedMarkets(db, limit),
    listClosedMarkets: (span, page) => listClosedMarkets(db, span, page),
    listUnsettledMarkets: (now, page) => listUnsettledMarkets(db, now, page),
    listClosableMarkets: (now, page) => listClosableMarkets(db, now, page),
    listUnsettled: (marketId, limit) => listUnsettledPositions(db, marketId, limit),
  };
}
