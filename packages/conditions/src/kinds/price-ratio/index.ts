// The price of one asset divided by that of another, both published by Pyth. Our oracle samples
// both feeds at the same time.
import type { Address } from '@solana/kit';
import { FIRST_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import type { MarketMoments } from '../../evaluation/verdict.ts';
import { invalid } from '../../field-reader.ts';
import type { Sample } from '../../oracles/account-snapshot.ts';
import { getFeed } from '../../oracles/price-feeds.ts';
import { readFeedPrice } from '../../oracles/prices/feed-price.ts';
import type { Rational } from '../../oracles/rational.ts';
import { type Reading, unreadable } from '../../oracles/reading.ts';
import type { Kind } from '../kind.ts';
import { describeComparison, describeRule, GAP, shortAmount } from '../shared/describe-rule.ts';
import {
  describeRatio,
  type Measured,
  measureRatio,
  RATIO,
  readFeed,
  readMeasured,
  readReceiver,
  STATED,
} from '../shared/measured.ts';
import { scenario } from '../shared/scenario.ts';
import { feed, measured, receiver, unitOf } from '../shared/schema.ts';
import { optionalToken } from '../shared/token-subject.ts';

export interface PriceRatioCondition extends Measured<'ratio'> {
  readonly type: 'price_ratio';
  readonly tokenAddress: Address | null;
  /** The symbols: the price of `feed` is divided by that of `other`. */
  readonly feed: string;
  readonly other: string;
  readonly receiver: Address;
}

export const priceRatio: Kind<PriceRatioCondition> = {
  type: 'price_ratio',

  schema: {
    description: 'The price of one asset divided by that of another, both published by Pyth.',
    required: ['feed', 'other', 'comparator'],
    fields: {
      ...measured,
      feed,
      other: { ...feed, description: 'Whose price the first is divided by.' },
      unit: unitOf('ratio'),
      receiver,
    },
    example: { feed: 'SOL', other: 'ETH', comparator: 'gt', threshold: '0.1' },
  },

  demo: [
    scenario('price-ratio', ['UTILITY', 'Yes', 11], {
      bets: ['ana Yes 12', 'eva Yes 7.000007', 'ben No 30.5', 'dan No 2'],
      question: "Will SOL's price be below BTC's at expiry?",
    }),
  ],

  parse(fields, input) {
    const own = readFeed(fields, 'feed').symbol;
    const other = readFeed(fields, 'other').symbol;
    if (own === other) throw invalid('the fields feed and other must differ');
    return {
      ...{ type: 'price_ratio', feed: own, other },
      receiver: readReceiver(fields, input),
      tokenAddress: optionalToken(input),
      ...readMeasured(fields, RATIO),
    };
  },

  describe: (condition, expiresAt) =>
    describeRule(condition.timing, expiresAt, {
      ...describeComparison(
        condition.feed,
        condition,
        shortAmount(condition.threshold, condition.other),
        'worth',
      ),
      missing: `there are no usable Pyth prices within ${FIRST_SECONDS_MAX} seconds`,
      gap: `Pyth prices are missing for ${GAP}`,
      before:
        `the Pyth price of ${condition.feed} is ${describeRatio(condition)} ` +
        `that of ${condition.other}`,
      at: 'in the first sample at or after',
      source:
        'Both are read at the same time, from updates that are fully verified by ' +
        `${condition.receiver} and at most 60 seconds old.`,
    }),

  stated: [...STATED, 'feed', 'other'],
  closesEarly: true,

  feeds: (condition) =>
    [condition.feed, condition.other].map((symbol) => ({
      ...{ feed: symbol, feedId: getFeed(symbol).feedId },
      ...{ receiver: condition.receiver, from: 'account' },
    })),

  measurer: (condition, moments) => (sample) => {
    const price = readPrice(condition.feed, condition, sample, moments);
    if (!price.ok) return price;
    const other = readPrice(condition.other, condition, sample, moments);
    if (!other.ok) return other;
    return measureRatio({ value: price.value, other: other.value, unit: 'USD' }, condition);
  },
};

function readPrice(
  symbol: string,
  condition: PriceRatioCondition,
  sample: Sample,
  { createdAt, expiresAt }: MarketMoments,
): Reading<Rational> {
  const { feedId, exponent } = getFeed(symbol);
  const price = readFeedPrice(sample, {
    ...{ feedId, exponent, receivers: [condition.receiver] },
    // Prices from before the market's creation do not count, nor after its end.
    notBefore: BigInt(createdAt),
    ...(condition.timing !== 'at_expiry' && { before: BigInt(expiresAt) }),
  });
  if (price.ok) return price;
  // Next to this feed the sample has the other one.
  if (price.code === 'wrong_feed') return unreadable('missing', `there is no ${symbol}/USD update`);
  return unreadable(price.code, `${symbol}/USD: ${price.reason}`);
}
