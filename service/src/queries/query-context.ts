import type { Chain } from '../chain/chain.ts';
import type { ReadBarrier } from '../indexer/read-barrier.ts';
import type { MarketCache } from '../store/projection/market-cache.ts';
import type { Store } from '../store/store.ts';
import type { ResolutionStatus, ServiceConfig } from '../use-cases.ts';

/** What queries read from. */
export interface QueryContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly cache: MarketCache;
  readonly config: ServiceConfig;
  /** Left out: whatever was answered can be read. */
  readonly readBarrier?: Pick<ReadBarrier, 'isOpen' | 'wait'>;
  /** What the keeper waits for. */
  readonly findResolutionStatus?: (marketId: string) => Promise<ResolutionStatus | null>;
}
