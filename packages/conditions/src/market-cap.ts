// Market capitalisation: the price times the total supply of the mint, both of the same slot.
import { multiply, scaled } from '@tote/oracles/rational';
import { type PoolMeasured, poolKind } from './pool-measured.ts';

export interface MarketCapCondition extends PoolMeasured {
  readonly type: 'market_cap';
}

export const marketCap = poolKind(
  'market_cap',
  'the market capitalisation (price times total supply)',
  ({ price, mint }) => multiply(price, scaled(mint.supply, -mint.decimals)),
);
