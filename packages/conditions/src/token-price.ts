// The price of a token in its pools. Our oracle decides, with its samples as evidence.
import { type PoolMeasured, poolKind } from './pool-measured.ts';

export interface TokenPriceCondition extends PoolMeasured {
  readonly type: 'token_price';
}

export const tokenPrice = poolKind('token_price', 'the price', ({ price }) => price);
