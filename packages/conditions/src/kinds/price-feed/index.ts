// A price that Pyth publishes. At expiry it is a fact on chain: the first update at or after the
// expiry decides. Any time before, our oracle samples the feed.
import { type Address, getBase16Encoder } from '@solana/kit';
import { formatDecimal } from '@tote/domain';
import { type Clause, MarketSource } from '@tote/program-client';
import { invalid } from '../../field-reader.ts';
import {
  decodePythPriceUpdate,
  PYTH_DISCRIMINATOR,
  PYTH_FULLY_VERIFIED,
  PYTH_OFFSETS,
} from '../../oracles/layouts/pyth-price-update.ts';
import { getFeed } from '../../oracles/price-feeds.ts';
import { readFeedPrice } from '../../oracles/prices/feed-price.ts';
import { formatRational, scaled } from '../../oracles/rational.ts';
import type { Kind } from '../kind.ts';
import { describeComparison, describeRule, GAP, shortAmount } from '../shared/describe-rule.ts';
import { discriminatorClause } from '../shared/latched-facts.ts';
import {
  type Measured,
  measureValue,
  readFeed,
  readMeasured,
  readReceiver,
  STATED,
} from '../shared/measured.ts';
import { feed, measured, receiver, unitOf } from '../shared/schema.ts';
import { describeThreshold, groupDigits, toUnits } from '../shared/threshold.ts';
import { optionalToken } from '../shared/token-subject.ts';
import { demo } from './demo.ts';

/** The first update after the expiry may be this late. */
export const LATE_SECONDS_MAX = 60n;
const PERCENT = 100n;
const I64_MAX = 2n ** 63n - 1n;

export interface PriceFeedCondition extends Measured<'USD'> {
  readonly type: 'price_feed';
  readonly tokenAddress: Address | null;
  readonly feed: string;
  readonly feedId: string;
  readonly receiver: Address;
  /** Inside of another condition: what the confidence follows from, instead of the threshold. */
  readonly confidenceOf?: string;
}

export const priceFeed: Kind<PriceFeedCondition> = {
  type: 'price_feed',

  schema: {
    description: 'A price that Pyth publishes, in USD.',
    required: ['feed', 'comparator', 'threshold'],
    fields: {
      ...measured,
      feed,
      unit: unitOf('USD'),
      feedId: { type: 'string', description: 'The id of the Pyth feed; filled in.' },
      receiver,
    },
    example: { feed: 'SOL', comparator: 'gt', threshold: '250', timing: 'at_expiry' },
  },

  demo,

  parse(fields, input) {
    const { symbol, feedId, exponent } = readFeed(fields, 'feed');
    if (fields.has('feedId')) fields.choice('feedId', [feedId]);
    const condition = {
      ...{ type: 'price_feed' as const, feed: symbol, feedId },
      receiver: readReceiver(fields, input),
      tokenAddress: optionalToken(input),
      ...readMeasured(fields, { units: ['USD'], unit: 'USD' }),
    };
    const units = toUnits(condition, -exponent);
    if (units < 1n || units > I64_MAX) throw invalid(`${symbol} cannot have such a price`);
    return condition;
  },

  describe(condition, expiresAt) {
    const price = `Pyth ${condition.feed}/USD price`;
    const wanted = describeThreshold(condition, 'USD');
    const exponent = -getFeed(condition.feed).exponent;
    const confidence = groupDigits(formatDecimal(confidenceMax(condition), exponent));
    return describeRule(condition.timing, expiresAt, {
      ...describeComparison(condition.feed, condition, shortAmount(condition.threshold, 'USD')),
      when: (moment) => `at ${moment}, by the first Pyth price within ${LATE_SECONDS_MAX} seconds`,
      missing: 'there is no usable price',
      gap: `Pyth prices are missing for ${GAP}`,
      before: `a ${price} is ${wanted}`,
      atExpiry: (moment) =>
        `the first ${price} published at or after ${moment}, and at most ${LATE_SECONDS_MAX} ` +
        `seconds later, is ${wanted}`,
      source:
        `Updates count if they are fully verified by ${condition.receiver}, with a confidence of ` +
        `at most ${confidence} USD.`,
    });
  },

  stated: [...STATED, 'feed'],
  closesEarly: true,

  fact(condition) {
    if (condition.timing !== 'at_expiry') return undefined;
    const { receiver: factOwner } = condition;
    return { source: MarketSource.TimedFact, factOwner, clauses: clausesOf(condition) };
  },

  factValue(_, account) {
    const update = decodePythPriceUpdate(account);
    return update.ok ? formatRational(scaled(update.value.price, update.value.exponent)) : '';
  },

  feeds: ({ timing, feed: symbol, feedId, receiver: owner }) => [
    {
      ...{ feed: symbol, feedId, receiver: owner },
      from: timing === 'at_expiry' ? 'update' : 'account',
    },
  ],

  measurer: (condition, { createdAt, expiresAt }) => {
    const rule = {
      feedId: condition.feedId,
      exponent: getFeed(condition.feed).exponent,
      receivers: [condition.receiver],
      confidenceMax: confidenceMax(condition),
      // Prices from before the market's creation or after its expiry do not count.
      notBefore: BigInt(createdAt),
      before: BigInt(expiresAt),
    };
    return (sample) => {
      const price = readFeedPrice(sample, rule);
      return price.ok ? measureValue(price.value, condition) : price;
    };
  },
};

/** In units of the feed: a hundredth of the threshold, or the feed's minimum. */
export function confidenceMax(condition: PriceFeedCondition): bigint {
  const { feed: symbol, threshold, confidenceOf = threshold } = condition;
  const { exponent, confidenceFloor } = getFeed(symbol);
  const inUnits = (text: string) => toUnits({ comparator: 'lte', threshold: text }, -exponent);
  const [hundredth, floor] = [inUnits(confidenceOf) / PERCENT, inUnits(confidenceFloor)];
  if (hundredth > floor) return hundredth;
  return floor;
}

/** The clauses that exactly one update satisfies. The last one is the comparison. */
function clausesOf(condition: PriceFeedCondition): Clause[] {
  const { exponent } = getFeed(condition.feed);
  const { verificationLevel, feedId, price, confidence } = PYTH_OFFSETS;
  const { publishedAt, previousPublishedAt } = PYTH_OFFSETS;
  const id = getBase16Encoder().encode(condition.feedId);
  const { comparator } = condition;
  return [
    discriminatorClause(PYTH_DISCRIMINATOR),
    { offset: verificationLevel, type: 'u8', comparator: 'eq', value: BigInt(PYTH_FULLY_VERIFIED) },
    { offset: feedId, type: 'bytes32', comparator: 'eq', value: id },
    { offset: price, type: 'i64', comparator: 'gt', value: 0n },
    { offset: confidence, type: 'u64', comparator: 'lte', value: confidenceMax(condition) },
    { offset: PYTH_OFFSETS.exponent, type: 'i32', comparator: 'eq', value: BigInt(exponent) },
    { offset: previousPublishedAt, type: 'i64', comparator: 'lt', secondsAfterExpiry: 0n },
    { offset: publishedAt, type: 'i64', comparator: 'gte', secondsAfterExpiry: 0n },
    { offset: publishedAt, type: 'i64', comparator: 'lte', secondsAfterExpiry: LATE_SECONDS_MAX },
    { offset: price, type: 'i64', comparator, value: toUnits(condition, -exponent) },
  ];
}
