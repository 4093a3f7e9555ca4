import type { PriceUpdates } from '@tote/conditions/oracles/price-updates';
import type { BetContext } from '../bets/context.ts';
import type { WebReader } from '../keeper/observe/web/web-reader.ts';

/** What creating a market needs, with or without a first stake. */
export interface MarketContext extends BetContext {
  readonly priceUpdates: PriceUpdates;
  readonly web: WebReader;
}
