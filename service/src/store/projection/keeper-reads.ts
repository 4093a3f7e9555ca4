// The keeper's and the sampler's reads of the projection. A page begins after the last market of
// the previous page.
import type { Address } from '@solana/kit';
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
  listMeasuredMarkets,
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

export interface KeeperReads {
  findMarket(id: string): Promise<MarketView | undefined>;
  /** Open and expired, ordered by expiry. All, or only those of a kind. */
  listDueMarkets(
    now: UnixSeconds,
    page: MarketPage,
    kind?: DueKind,
  ): Promise<readonly MarketView[]>;
  /** Open and before the expiry, decided by the state of an account at any time until then. */
  listTriggeredFacts(now: UnixSeconds, page: MarketPage): Promise<readonly MarketView[]>;
  /** Open, decided by what was published at the expiry, ordered by it. */
  listTimedFacts(page: MarketPage): Promise<readonly MarketView[]>;
  /** Whether one of them has its expiry after the first time, and not after the second. */
  hasTimedFact(span: { readonly after: bigint; readonly until: bigint }): Promise<boolean>;
  /** Open and measured. All, only expired ones, or only those about web sources. */
  listMeasuredMarkets(
    page: MarketPage & { readonly expiredBy?: UnixSeconds; readonly isWeb?: boolean },
  ): Promise<readonly MarketView[]>;
  /** Open and measured, with recorded evidence. */
  listEvidencedMarkets(limit: number): Promise<readonly MarketView[]>;
  /** Open, with `from` <= closesAt <= `to`, ordered by closesAt. */
  listClosedMarkets(
    span: { from: UnixSeconds; to: UnixSeconds },
    page: MarketPage,
  ): Promise<readonly MarketView[]>;
  /** Open, with `from` <= expiresAt <= `to`, waiting for the verdict of its oracle. */
  listVerdictMarkets(
    span: { from: UnixSeconds; to: UnixSeconds },
    page: MarketPage,
  ): Promise<readonly MarketView[]>;
  /** Open, decided by an oracle. */
  listOracleMarkets(page: MarketPage): Promise<readonly MarketView[]>;
  /** With an outcome that can still be vetoed. */
  listProposedMarkets(now: UnixSeconds, page: MarketPage): Promise<readonly MarketView[]>;
  /** Ended, the veto time over, with positions that are not settled. */
  listUnsettledMarkets(now: UnixSeconds, page: MarketPage): Promise<readonly MarketView[]>;
  /** Since when the oldest of them waits. */
  findOldestUnsettled(now: UnixSeconds): Promise<UnixSeconds | undefined>;
  /** Settled, and either with fees to move or expired with an account to close. */
  listClosableMarkets(now: UnixSeconds, page: MarketPage): Promise<readonly MarketView[]>;
  /** Bettors whose position in the market is not settled, always in the same order. */
  listUnsettled(marketId: string, limit: number): Promise<readonly Address[]>;
}

export function createKeeperReads(store: Store, cache: MarketCache): KeeperReads {
  const { db } = store;
  return {
    findMarket: (id) => findMarket(store, cache, id),
    listDueMarkets: (now, page, kind) => listExpiredMarkets(db, now, page, kind),
    listTriggeredFacts: (now, page) => listTriggeredFacts(db, now, page),
    listTimedFacts: (page) => listTimedFacts(db, page),
    hasTimedFact: (span) => hasTimedFact(db, span),
    listMeasuredMarkets: (page) => listMeasuredMarkets(db, page),
    listEvidencedMarkets: (limit) => listEvidencedMarkets(db, limit),
    listClosedMarkets: (span, page) => listClosedMarkets(db, span, page),
    listVerdictMarkets: (span, page) => listVerdictMarkets(db, span, page),
    listOracleMarkets: (page) => listOracleMarkets(db, page),
    listProposedMarkets: (now, page) => listProposedMarkets(db, now, page),
    listUnsettledMarkets: (now, page) => listUnsettledMarkets(db, now, page),
    findOldestUnsettled: (now) => findOldestUnsettled(db, now),
    listClosableMarkets: (now, page) => listClosableMarkets(db, now, page),
    listUnsettled: (marketId, limit) => listUnsettledPositions(db, marketId, limit),
  };
}
