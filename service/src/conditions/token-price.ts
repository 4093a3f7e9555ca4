// The price of a token in its pools. Our oracle reports it, with the samples as evidence.
import type { Sample } from '../oracles/account-snapshot.ts';
import { readable } from '../oracles/reading.ts';
import type { ConditionKind } from './condition.ts';
import {
  decidePoolMeasured,
  describePoolMeasured,
  evaluatePoolMeasured,
  listPriceAccounts,
  POOL_WARNING,
  type PoolMeasured,
  parsePoolMeasured,
  readSampledPrice,
} from './pool-measured.ts';
import { holds } from './threshold.ts';
import { ABSENT } from './token-subject.ts';

export interface TokenPriceCondition extends PoolMeasured {
  readonly type: 'token_price';
}

export const tokenPrice: ConditionKind<TokenPriceCondition> = {
  parse: (fields, input) => ({ type: 'token_price', ...parsePoolMeasured(fields, input) }),
  warn: () => [POOL_WARNING],
  describe: (condition, expiresAt) => describePoolMeasured('the price', condition, expiresAt),
  decide: decidePoolMeasured,
  listAccounts: listPriceAccounts,

  async measure(condition, sample) {
    const price = await readSampledPrice(sample, condition);
    if (!price.ok) return price;
    if (price.value === 'absent') return readable(ABSENT);
    const value = price.value.price;
    return readable({ value, isMet: holds(value, condition) });
  },

  evaluate(condition, evidence, moments) {
    const measure = (sample: Sample) => tokenPrice.measure(condition, sample, moments);
    return evaluatePoolMeasured(condition, measure, { evidence, moments });
  },
};
