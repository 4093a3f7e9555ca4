import type { Chain } from '../chain/chain.ts';
import type { MarketCache } from '../store/projection/market-cache.ts';
import type { Store } from '../store/store.ts';
import type { ResolutionStatus, ServiceConfig } from '../use-cases.ts';

/** What queries read from. */
export interface QueryContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly cache: MarketCache;
  readonly config: ServiceConfig;
  /** What the keeper waits for. */
  readonly findResolutionStatus?: (marketId: string) => Promise<ResolutionStatus | null>;
}
