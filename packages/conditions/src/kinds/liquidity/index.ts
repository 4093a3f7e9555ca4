// What the deepest pool of a token holds. In USD both sides count, as trading sites show it: twice
// the SOL in the pool. In SOL it is the SOL in the pool.

import { getFeed } from '../../oracles/price-feeds.ts';
import { readFeedPrice } from '../../oracles/prices/feed-price.ts';
import { readDeepest } from '../../oracles/prices/quotes.ts';
import { SOL_DECIMALS } from '../../oracles/programs.ts';
import { ceil, multiply, rational, scaled, subtract } from '../../oracles/rational.ts';
import { readable } from '../../oracles/reading.ts';
import { shortAmount } from '../shared/describe-rule.ts';
import { poolKind } from '../shared/pool.ts';
import { scenario } from '../shared/scenario.ts';
import { thresholdOf } from '../shared/threshold.ts';

const SIDES = rational(2n);

export function liquidityWords(unit: string) {
  return unit === 'USD'
    ? { what: 'the liquidity (twice the SOL in the pool)', suffix: '’s liquidity' }
    : { what: 'the SOL in the pool', suffix: '’s pool reserve' };
}

export const liquidity = poolKind({
  type: 'liquidity',
  description:
    'What the deepest pool of a token with SOL holds, the median of samples over a window: in ' +
    'USD both sides, in SOL the SOL.',
  example: { comparator: 'gte', threshold: '100000', unit: 'USD' },
  words: liquidityWords,
  isReserve: true,

  measure(sample, { pools, unit, quote = {} }) {
    const reserve = readDeepest(sample, pools, quote);
    if (!reserve.ok) return reserve;
    const inSol = scaled(reserve.value, -SOL_DECIMALS);
    if (unit === 'SOL') return readable(inSol);
    const usdPerSol = readFeedPrice(sample, getFeed('SOL'));
    if (!usdPerSol.ok) return usdPerSol;
    return readable(multiply(multiply(inSol, usdPerSol.value), SIDES));
  },

  movers({ threshold, unit }, _sample, _costs, measure) {
    if (!measure) return [];
    const missing = subtract(thresholdOf(threshold), measure.value);
    if (missing.numerator <= 0n) {
      return ['Whoever provides the liquidity can withdraw it at any moment.'];
    }
    const amount = shortAmount(String(ceil(missing)), unit);
    return [`Anybody can add liquidity and withdraw it again: ${amount} are missing now.`];
  },

  demo: [
    scenario('liquidity', ['SOL', 'Yes', 19], {
      bets: ['gia Yes 1.1', 'cleo Yes 0.2', 'finn No 0.6', 'gia No 1.3'],
      about: 'OAK',
      question: "Will OAK's pool have at least 50 SOL at expiry?",
      condition: { type: 'liquidity', comparator: 'gte', threshold: '50', unit: 'SOL' },
    }),
  ],
});
