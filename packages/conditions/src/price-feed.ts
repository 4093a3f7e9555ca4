// A price that Pyth publishes. At expiry it is a fact on chain: the first update at or after the
// expiry decides. Any time before, our oracle samples the feed.
import { type Address, getBase16Encoder } from '@solana/kit';
import { formatDecimal, formatInstant } from '@tote/domain';
import { type Clause, MarketSource } from '@tote/program-client';
import { discriminatorClause } from './clauses.ts';
import type { ConditionKind, ResolutionRule } from './condition-kind.ts';
import { SAMPLING_WORDS } from './describe-sampling.ts';
import { evaluateFact, findEvidenceAccounts } from './evaluation/evaluate-fact.ts';
import { evaluateSamples } from './evaluation/evaluate-samples.ts';
import type { Evidence, MarketMoments } from './evaluation/verdict.ts';
import { readFeed, readReceiver } from './feed-fields.ts';
import { invalid } from './field-reader.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { findPythPushAddress } from './oracles/derived-addresses.ts';
import {
  decodePythPriceUpdate,
  PYTH_DISCRIMINATOR,
  PYTH_FULLY_VERIFIED,
  PYTH_OFFSETS,
} from './oracles/layouts/pyth-price-update.ts';
import { getFeed } from './oracles/price-feeds.ts';
import { readFeedPrice } from './oracles/prices/feed-price.ts';
import { formatRational, scaled } from './oracles/rational.ts';
import { readable } from './oracles/reading.ts';
import type { RelativeTo } from './relative-to.ts';
import {
  type Comparator,
  describeThreshold,
  describeTrigger,
  flagsOf,
  groupDigits,
  holds,
  readComparator,
  readTiming,
  type Timing,
  toUnits,
} from './threshold.ts';
import { optionalToken } from './token-subject.ts';

/** The first update after the expiry may be this late. */
const LATE_SECONDS_MAX = 60n;
const PERCENT = 100n;
const I64_MAX = 2n ** 63n - 1n;

export interface PriceFeedCondition {
  readonly type: 'price_feed';
  readonly tokenAddress: Address | null;
  /** The symbol: SOL, BTC, ... */
  readonly feed: string;
  readonly feedId: string;
  readonly receiver: Address;
  readonly comparator: Comparator;
  readonly threshold: string;
  readonly unit: 'USD';
  readonly relativeTo?: RelativeTo;
  readonly timing: Timing;
}

export const priceFeed: ConditionKind<PriceFeedCondition> = {
  parse(fields, input) {
    const feed = readFeed(fields, 'feed');
    if (fields.has('feedId')) fields.choice('feedId', [feed.feedId]);
    const receiver = readReceiver(fields, input);
    const condition: PriceFeedCondition = {
      type: 'price_feed',
      tokenAddress: optionalToken(input),
      feed: feed.symbol,
      feedId: feed.feedId,
      receiver,
      comparator: readComparator(fields),
      threshold: fields.decimal('threshold'),
      unit: fields.choice('unit', ['USD'], 'USD'),
      timing: readTiming(fields, 'at_expiry'),
    };
    const units = toUnits(condition, -feed.exponent);
    if (units < 1n || units > I64_MAX) throw invalid(`${feed.symbol} cannot have such a price`);
    return condition;
  },

  warn: () => [],

  describe(condition, expiresAt) {
    const { feed, receiver, timing } = condition;
    const moment = formatInstant(expiresAt);
    const wanted = describeThreshold(condition, 'USD');
    const confidence = groupDigits(
      formatDecimal(confidenceMax(condition), -getFeed(feed).exponent),
    );
    const price = `Pyth ${feed}/USD price`;
    const source =
      `Updates count if they are fully verified by ${receiver}, with a confidence of at most ` +
      `${confidence} USD.`;
    if (timing === 'at_expiry') {
      return (
        `Yes if the first ${price} published at or after ${moment}, and at most ` +
        `${LATE_SECONDS_MAX} seconds later, is ${wanted}; otherwise No. ${source}`
      );
    }
    const sentence = describeTrigger(timing, `a ${price} is ${wanted}`, moment);
    return `${sentence} ${source} ${SAMPLING_WORDS}`;
  },

  resolutionRule(condition): ResolutionRule {
    const { timing, receiver } = condition;
    const isAtExpiry = timing === 'at_expiry';
    return {
      decider: isAtExpiry
        ? {
            source: MarketSource.TimedFact,
            factOwner: receiver,
            clauses: clausesOf(condition),
          }
        : { source: MarketSource.Oracle },
      ...flagsOf(timing),
      isLatched: false,
      closesEarly: isAtExpiry,
    };
  },

  async listAccounts({ feedId, receiver }) {
    return [await findPythPushAddress(feedId, { receiver })];
  },

  async measure(condition, sample, { createdAt, expiresAt }) {
    const price = readFeedPrice(sample, {
      feedId: condition.feedId,
      exponent: getFeed(condition.feed).exponent,
      receivers: [condition.receiver],
      confidenceMax: confidenceMax(condition),
      // Prices from before the market's creation or after its expiry do not count.
      notBefore: BigInt(createdAt),
      before: BigInt(expiresAt),
    });
    if (!price.ok) return price;
    return readable({ value: price.value, isMet: holds(price.value, condition) });
  },

  async evaluate(condition, evidence, moments) {
    const { timing } = condition;
    if (timing === 'at_expiry') {
      const rule = await priceFeed.resolutionRule(condition);
      const verdict = evaluateFact(rule, evidence, moments);
      return verdict.verdict === 'unknown'
        ? verdict
        : { ...verdict, value: findDecidingPrice(condition, rule, evidence, moments) };
    }
    const measure = (sample: Sample) => priceFeed.measure(condition, sample, moments);
    return evaluateSamples({ timing, measure }, evidence, moments);
  },
};

function findDecidingPrice(
  { feed }: PriceFeedCondition,
  { decider }: ResolutionRule,
  evidence: Evidence,
  { expiresAt }: MarketMoments,
): string {
  if (decider.source !== MarketSource.TimedFact) return '';
  const [evidenceAccount] = findEvidenceAccounts(decider, evidence, expiresAt);
  const update = evidenceAccount && decodePythPriceUpdate(evidenceAccount);
  return update?.ok ? formatRational(scaled(update.value.price, getFeed(feed).exponent)) : '';
}

/** In units of the feed: a hundredth of the threshold, or the feed's minimum. */
function confidenceMax({ feed, threshold }: PriceFeedCondition): bigint {
  const { exponent, confidenceFloor } = getFeed(feed);
  const strike = toUnits({ comparator: 'lte', threshold }, -exponent);
  const floor = toUnits({ comparator: 'lte', threshold: confidenceFloor }, -exponent);
  const hundredth = strike / PERCENT;
  if (hundredth > floor) return hundredth;
  return floor;
}

/** The clauses that exactly one update satisfies. The last one is the comparison. */
function clausesOf(condition: PriceFeedCondition): Clause[] {
  const { exponent } = getFeed(condition.feed);
  const { verificationLevel, feedId, price, confidence } = PYTH_OFFSETS;
  const { publishedAt, previousPublishedAt } = PYTH_OFFSETS;
  const id = getBase16Encoder().encode(condition.feedId);
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
    {
      offset: price,
      type: 'i64',
      comparator: condition.comparator,
      value: toUnits(condition, -exponent),
    },
  ];
}
