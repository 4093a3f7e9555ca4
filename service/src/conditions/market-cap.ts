// Market capitalisation: the price times the whole supply of the mint, both of the same slot.
import type { Sample } from '../oracles/account-snapshot.ts';
import { multiply, scaled } from '../oracles/rational.ts';
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

export interface MarketCapCondition extends PoolMeasured {
  readonly type: 'market_cap';
}

export const marketCap: ConditionKind<MarketCapCondition> = {
  parse: (fields, input) => ({ type: 'market_cap', ...parsePoolMeasured(fields, input) }),
  warn: () => [POOL_WARNING],
  decide: decidePoolMeasured,
  listAccounts: listPriceAccounts,

  describe(condition, expiresAt) {
    const what = 'the market capitalisation (price times total supply)';
    return describePoolMeasured(what, condition, expiresAt);
  },

  async measure(condition, sample) {
    const price = await readSampledPrice(sample, condition);
    if (!price.ok) return price;
    if (price.value === 'absent') return readable(ABSENT);
    const { supply, decimals } = price.value.mint;
    const value = multiply(price.value.price, scaled(supply, -decimals));
    return readable({ value, isMet: holds(value, condition) });
  },

  evaluate(condition, evidence, moments) {
    const measure = (sample: Sample) => marketCap.measure(condition, sample, moments);
    return evaluatePoolMeasured(condition, measure, { evidence, moments });
  },
};
