// Market capitalisation: the price times the total supply of the mint, both of the same slot.
import type { TokenPrice } from './oracles/prices/token-price.ts';
import { multiply, type Rational, scaled } from './oracles/rational.ts';
import { type PoolMeasured, poolKind } from './pool-measured.ts';

export interface MarketCapCondition extends PoolMeasured {
  readonly type: 'market_cap';
}

export const MARKET_CAP_WORDS = 'the market capitalisation (price times total supply)';

export function capitalisationOf({ price, mint }: TokenPrice): Rational {
  return multiply(price, scaled(mint.supply, -mint.decimals));
}

export const marketCap = poolKind('market_cap', MARKET_CAP_WORDS, capitalisationOf);
