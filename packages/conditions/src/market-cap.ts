// Market capitalisation: the price times the total supply of the mint, both of the same slot.
import type { TokenPrice } from '@tote/oracles/prices/token-price';
import { multiply, type Rational, scaled } from '@tote/oracles/rational';
import type { ConditionKind } from './condition-kind.ts';
import {
  describePoolMeasured,
  evaluatePool,
  listPriceAccounts,
  measurePool,
  POOL_WARNING,
  type PoolMeasured,
  parsePoolMeasured,
  poolResolutionRule,
} from './pool-measured.ts';

export interface MarketCapCondition extends PoolMeasured {
  readonly type: 'market_cap';
}

export const marketCap: ConditionKind<MarketCapCondition> = {
  parse: (fields, input) => ({ type: 'market_cap', ...parsePoolMeasured(fields, input) }),
  warn: () => [POOL_WARNING],
  resolutionRule: poolResolutionRule,
  listAccounts: listPriceAccounts,

  describe(condition, expiresAt) {
    const what = 'the market capitalisation (price times total supply)';
    return describePoolMeasured(what, condition, expiresAt);
  },

  measure: (condition, sample) => measurePool(condition, sample, capitalisation),

  evaluate: (condition, evidence, moments) =>
    evaluatePool(condition, capitalisation, { evidence, moments }),
};

function capitalisation({ price, mint }: TokenPrice): Rational {
  return multiply(price, scaled(mint.supply, -mint.decimals));
}
