// The price of a token in its pools. Our oracle decides, with its samples as evidence.
import type { TokenPrice } from '@tote/oracles/prices/token-price';
import type { Rational } from '@tote/oracles/rational';
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

export interface TokenPriceCondition extends PoolMeasured {
  readonly type: 'token_price';
}

export const tokenPrice: ConditionKind<TokenPriceCondition> = {
  parse: (fields, input) => ({ type: 'token_price', ...parsePoolMeasured(fields, input) }),
  warn: () => [POOL_WARNING],
  describe: (condition, expiresAt) => describePoolMeasured('the price', condition, expiresAt),
  resolutionRule: poolResolutionRule,
  listAccounts: listPriceAccounts,

  measure: (condition, sample) => measurePool(condition, sample, priceItself),

  evaluate: (condition, evidence, moments) =>
    evaluatePool(condition, priceItself, { evidence, moments }),
};

function priceItself({ price }: TokenPrice): Rational {
  return price;
}
