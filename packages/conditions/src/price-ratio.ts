// The price of one asset divided by that of another, both published by Pyth. Our oracle samples
// both feeds at the same time.
import type { Address } from '@solana/kit';
import { formatInstant } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import type { ConditionKind } from './condition-kind.ts';
import { SAMPLING_WORDS } from './describe-sampling.ts';
import { evaluateSamples } from './evaluation/evaluate-samples.ts';
import type { MarketMoments } from './evaluation/verdict.ts';
import { readFeed, readReceiver } from './feed-fields.ts';
import { invalid } from './field-reader.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { findPythPushAddress } from './oracles/derived-addresses.ts';
import { getFeed } from './oracles/price-feeds.ts';
import { readFeedPrice } from './oracles/prices/feed-price.ts';
import type { Rational } from './oracles/rational.ts';
import { type Reading, readable, unreadable } from './oracles/reading.ts';
import { describeRatio, measureRatio } from './ratio.ts';
import type { RelativeTo } from './relative-to.ts';
import {
  type Comparator,
  describeTrigger,
  flagsOf,
  readComparator,
  readTiming,
  type Timing,
} from './threshold.ts';
import { optionalToken } from './token-subject.ts';

export interface PriceRatioCondition {
  readonly type: 'price_ratio';
  readonly tokenAddress: Address | null;
  /** The symbols: the price of `feed` is divided by that of `other`. */
  readonly feed: string;
  readonly other: string;
  readonly receiver: Address;
  readonly comparator: Comparator;
  readonly threshold: string;
  readonly unit: 'ratio';
  readonly relativeTo?: RelativeTo;
  readonly timing: Timing;
}

export const priceRatio: ConditionKind<PriceRatioCondition> = {
  parse(fields, input) {
    const [{ symbol: feed }, { symbol: other }] = [
      readFeed(fields, 'feed'),
      readFeed(fields, 'other'),
    ];
    if (feed === other) throw invalid('the fields feed and other must differ');
    const receiver = readReceiver(fields, input);
    return {
      type: 'price_ratio',
      tokenAddress: optionalToken(input),
      ...{ feed, other, receiver },
      comparator: readComparator(fields),
      threshold: fields.has('threshold') ? fields.decimal('threshold') : '1',
      unit: fields.choice('unit', ['ratio'], 'ratio'),
      timing: readTiming(fields, 'at_expiry'),
    };
  },

  warn: () => [],

  describe(condition, expiresAt) {
    const { feed, other, receiver, timing } = condition;
    const moment = formatInstant(expiresAt);
    const what = `the Pyth price of ${feed} is ${describeRatio(condition)} that of ${other}`;
    const source =
      `Both are read at the same time, from updates that are fully verified by ${receiver} and ` +
      'at most 60 seconds old.';
    if (timing === 'at_expiry') {
      return `Yes if ${what} in the first sample at or after ${moment}; otherwise No. ${source}`;
    }
    return `${describeTrigger(timing, what, moment)} ${source} ${SAMPLING_WORDS}`;
  },

  resolutionRule: ({ timing }) => ({
    decider: { source: MarketSource.Oracle },
    ...flagsOf(timing),
    isLatched: false,
    closesEarly: timing === 'at_expiry',
  }),

  async listAccounts({ feed, other, receiver }): Promise<readonly Address[]> {
    const feeds = [feed, other].map((symbol) => getFeed(symbol).feedId);
    return Promise.all(feeds.map((feedId) => findPythPushAddress(feedId, { receiver })));
  },

  async measure(condition, sample, moments) {
    const [price, other] = [condition.feed, condition.other].map((symbol) =>
      readPrice(symbol, condition, sample, moments),
    ) as [Reading<Rational>, Reading<Rational>];
    if (!price.ok) return price;
    if (!other.ok) return other;
    return readable(
      measureRatio({ value: price.value, other: other.value, unit: 'USD' }, condition),
    );
  },

  evaluate(condition, evidence, moments) {
    const { timing } = condition;
    const measure = (sample: Sample) => priceRatio.measure(condition, sample, moments);
    return evaluateSamples({ timing, measure }, evidence, moments);
  },
};

function readPrice(
  symbol: string,
  { receiver, timing }: PriceRatioCondition,
  sample: Sample,
  { createdAt, expiresAt }: MarketMoments,
): Reading<Rational> {
  const { feedId, exponent } = getFeed(symbol);
  const price = readFeedPrice(sample, {
    ...{ feedId, exponent, receivers: [receiver] },
    // Prices from before the market's creation do not count, nor after its end.
    notBefore: BigInt(createdAt),
    ...(timing !== 'at_expiry' && { before: BigInt(expiresAt) }),
  });
  if (price.ok) return price;
  // Next to this feed the sample has the other one.
  if (price.code === 'wrong_feed') return unreadable('missing', `there is no ${symbol}/USD update`);
  return unreadable(price.code, `${symbol}/USD: ${price.reason}`);
}
