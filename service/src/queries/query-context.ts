import type { Chain } from '@tote/chain/chain';
import type { UnixSeconds } from '@tote/domain';
import type { ReservesReader } from '../indexer/audit/reserves.ts';
import type { Indexer } from '../indexer/indexer.ts';
import type { ReadBarrier } from '../indexer/read-barrier.ts';
import type { DisabledOracles } from '../markets/disabled-oracles.ts';
import type { HiddenMarkets } from '../markets/hidden-markets.ts';
import type { SeriesBook } from '../series/series-book.ts';
import type { ServiceConfig } from '../settings/service-config.ts';
import type { MarketCache } from '../store/projection/market-cache.ts';
import type { Store } from '../store/store.ts';
import type { Problem } from '../submissions/chain-watch.ts';
import type { TrustReader } from './read-trust.ts';

export interface ResolutionStatus {
  readonly waitingFor: string;
  readonly lastFailure: string | null;
  readonly nextTryAt: UnixSeconds | null;
}

export interface QueryContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly wallMs: () => number;
  readonly cache: MarketCache;
  readonly config: ServiceConfig;
  readonly book: SeriesBook;
  readonly disabledOracles: Pick<DisabledOracles, 'isEmpty' | 'peek' | 'mark'>;
  readonly hidden: Pick<HiddenMarkets, 'ids' | 'mark' | 'list'>;
  readonly trust: Pick<TrustReader, 'get'>;
  readonly reserves: Pick<ReservesReader, 'get'>;
  readonly configVersion: () => number;
  readonly readBarrier?: Pick<ReadBarrier, 'isOpen' | 'wait'>;
  readonly findProblem: (problem: Problem) => string | undefined;
  readonly checkDisk?: () => Promise<string | null>;
  readonly findLag: Indexer['findLag'];
  readonly findResolutionStatus: (marketId: string) => Promise<ResolutionStatus | null>;
}
