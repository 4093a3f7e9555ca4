import type { Address } from '@solana/kit';
import type { AccountSnapshot, Sample } from '../account-snapshot.ts';
import { decodePythPriceUpdate, type PythPriceUpdate } from '../layouts/pyth-price-update.ts';
import { PYTH_RECEIVERS } from '../programs.ts';
import { type Rational, scaled } from '../rational.ts';
import { type Reading, readable, type Unreadable, unreadable } from '../reading.ts';

const AGE_SECONDS_MAX = 60n;
/** Publishers' clocks may be this far ahead of the chain's. */
const AHEAD_SECONDS_MAX = 10n;
const PERCENT = 100n;

interface FeedRule {
  readonly feedId: string;
  readonly exponent: number;
  readonly receivers?: readonly Address[];
  /** In units of the exponent; the default is a hundredth of the price. */
  readonly confidenceMax?: bigint;
  readonly ageSecondsMax?: bigint;
  readonly notBefore?: bigint;
  readonly before?: bigint;
}

/** The current price of a feed in USD, from any valid update in the sample. */
export function readFeedPrice(sample: Sample, rule: FeedRule): Reading<Rational> {
  const failures: Unreadable[] = [];
  const prices: { update: PythPriceUpdate; price: Rational }[] = [];
  for (const account of sample.accounts) {
    const update = readUpdate(account, rule, BigInt(sample.observedAt));
    if (update.ok) prices.push(update.value);
    else if (isAbout(account, update)) failures.push(update);
  }
  const newest = prices.sort((a, b) => Number(b.update.publishedAt - a.update.publishedAt))[0];
  if (!newest) {
    // What is wrong with an update of this feed says more than that there is one of another.
    const failure = failures.find(({ code }) => code !== 'wrong_feed') ?? failures[0];
    return failure ?? unreadable('missing', 'there is no update of the price feed');
  }
  const isContradicted = prices.some(
    ({ update }) =>
      update.publishedAt === newest.update.publishedAt && update.price !== newest.update.price,
  );
  if (isContradicted)
    return unreadable('disagree', 'two updates of the same second have different prices');
  return readable(newest.price);
}

/** A sample also contains accounts of other types and feeds. They are skipped. */
function isAbout({ owner }: AccountSnapshot, { code }: Unreadable): boolean {
  const isPyth = owner === null || PYTH_RECEIVERS.includes(owner);
  return isPyth && code !== 'missing';
}

function readUpdate(account: AccountSnapshot, rule: FeedRule, now: bigint) {
  const decoded = decodePythPriceUpdate(account);
  if (!decoded.ok) return decoded;
  const update = decoded.value;
  const failure =
    checkIdentity(update, rule) ?? checkValue(update, rule) ?? checkTime(update, rule, now);
  if (failure) return failure;
  if (rule.notBefore !== undefined && update.publishedAt < rule.notBefore) {
    return unreadable('stale', 'the update is older than the market');
  }
  if (rule.before !== undefined && update.publishedAt >= rule.before) {
    return unreadable('future', 'the update is younger than the market');
  }
  return readable({ update, price: scaled(update.price, update.exponent) });
}

function checkIdentity(update: PythPriceUpdate, rule: FeedRule): Unreadable | undefined {
  if (!(rule.receivers ?? PYTH_RECEIVERS).includes(update.receiver)) {
    return unreadable('wrong_owner', `the update belongs to ${update.receiver}`);
  }
  if (update.feedId !== rule.feedId) {
    return unreadable('wrong_feed', `the update is of the feed ${update.feedId}`);
  }
  if (update.exponent === rule.exponent) return undefined;
  return unreadable('exponent_changed', `the exponent is ${update.exponent}`);
}

function checkValue(update: PythPriceUpdate, rule: FeedRule): Unreadable | undefined {
  const { price, confidence } = update;
  if (price <= 0n) return unreadable('not_positive', `the price is ${price}`);
  const isNarrow =
    rule.confidenceMax === undefined
      ? confidence * PERCENT <= price
      : confidence <= rule.confidenceMax;
  if (isNarrow) return undefined;
  return unreadable('wide', `the confidence of ${confidence} is too wide for a price of ${price}`);
}

function checkTime(
  { publishedAt }: PythPriceUpdate,
  { ageSecondsMax = AGE_SECONDS_MAX }: FeedRule,
  now: bigint,
): Unreadable | undefined {
  if (publishedAt > now + AHEAD_SECONDS_MAX) {
    return unreadable('future', `the update is ${publishedAt - now} seconds ahead`);
  }
  if (publishedAt >= now - ageSecondsMax) return undefined;
  return unreadable('stale', `the update is ${now - publishedAt} seconds old`);
}
