// The keeper's and the sampler's reads of the projection. A page begins after the last market of
// the previous page.
import type { UnixSeconds } from '@tote/domain';
import type { Store } from '../store.ts';
import { findMarket } from './find-market.ts';
import {
  type DueKind,
  findOldestUnsettled,
  hasTimedFact,
  listClosableMarkets,
  listClosedMarkets,
  listEvidencedMarkets,
  listExpiredMarkets,
  listOpenMarkets,
  listOracleMarkets,
  listProposedMarkets,
  listTimedFacts,
  listTriggeredFacts,
  listUnsettledMarkets,
  listUnsettledPositions,
  listVerdictMarkets,
} from './list-due-markets.ts';
import type { MarketCache } from './market-cache.ts';
import type { MarketView } from './market-view.ts';

export interface MarketPage {
  readonly limit: number;
  /** The last market of the previous page. */
  readonly after?: MarketView;
}

interface Span {
  readonly from: UnixSeconds;
  readonly to: UnixSeconds;
}

export type KeeperReads = ReturnType<typeof createKeeperReads>;

export function createKeeperReads(store: Store, cache: MarketCache) {
  const { db } = store;
  return {
    findMarket: (id: string) => findMarket(store, cache, id),
    listDueMarkets: (now: UnixSeconds, page: MarketPage, kind?: DueKind | 'overdue') =>
      listExpiredMarkets(db, now, page, kind),
    listOpenMarkets: (kind: DueKind, page: MarketPage) => listOpenMarkets(db, kind, page),
    listTriggeredFacts: (now: UnixSeconds, page: MarketPage) => listTriggeredFacts(db, now, page),
    listTimedFacts: (page: MarketPage) => listTimedFacts(db, page),
    hasTimedFact: (span: Parameters<typeof hasTimedFact>[1]) => hasTimedFact(db, span),
    listEvidencedMarkets: (limit: number) => listEvidencedMarkets(db, limit),
    listClosedMarkets: (span: Span, page: MarketPage) => listClosedMarkets(db, span, page),
    listVerdictMarkets: (span: Span, page: MarketPage) => listVerdictMarkets(db, span, page),
    listOracleMarkets: (page: MarketPage) => listOracleMarkets(db, page),
    listProposedMarkets: (now: UnixSeconds, page: MarketPage) => listProposedMarkets(db, now, page),
    listUnsettledMarkets: (now: UnixSeconds, page: MarketPage) =>
      listUnsettledMarkets(db, now, page),
    findOldestUnsettled: (now: UnixSeconds) => findOldestUnsettled(db, now),
    listClosableMarkets: (now: UnixSeconds, page: MarketPage) => listClosableMarkets(db, now, page),
    listUnsettled: (marketId: string, limit: number) => listUnsettledPositions(db, marketId, limit),
  };
}
