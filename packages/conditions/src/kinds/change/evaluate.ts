// The verdict on a change: the value at the start says what the value at the expiry is compared
// with. Both are exact, so that a price that stays the same is neither up nor down.
import { formatInstant, UNIX_SECONDS_MAX, type UnixSeconds, unixSeconds } from '@tote/domain';
import { findEvidenceAccounts } from '../../evaluation/evaluate-fact.ts';
import { boundValue, evaluateSamples } from '../../evaluation/evaluate-samples.ts';
import { isSo } from '../../evaluation/read-fact.ts';
import {
  type Evidence,
  type MarketMoments,
  type Measure,
  NOT_DUE,
  type Progress,
  unknown,
  type Verdict,
} from '../../evaluation/verdict.ts';
import type { Sample } from '../../oracles/account-snapshot.ts';
import { decodePythPriceUpdate } from '../../oracles/layouts/pyth-price-update.ts';
import { getFeed } from '../../oracles/price-feeds.ts';
import {
  add,
  compare,
  formatRational,
  multiply,
  type Rational,
  scaled,
} from '../../oracles/rational.ts';
import { type Reading, readable, unreadable } from '../../oracles/reading.ts';
import type { TimedFact } from '../kind.ts';
import { decimalOf } from '../shared/relative-to.ts';
import { type Comparator, toUnits } from '../shared/threshold.ts';
import {
  type OfValue,
  type ValueCondition,
  type ValueType,
  valueKind,
} from '../shared/value-kinds.ts';

/** Prices have a history, so that what began with the day or the week can be measured. */
export const PAST_START_SECONDS_MAX = 8 * 86_400;

export interface ChangeCondition extends OfValue {
  readonly type: 'change';
  readonly from: UnixSeconds;
  readonly comparator: Comparator;
  /** What the value at the start is multiplied by, or what is added to it: one of the two. */
  readonly times?: string;
  readonly plus?: string;
}

export async function evaluateChange(
  condition: ChangeCondition,
  inside: ValueCondition,
  evidence: Evidence,
  moments: MarketMoments,
): Promise<Verdict> {
  const { now, expiresAt } = moments;
  if (now < expiresAt) return NOT_DUE;
  if (condition.from >= expiresAt) return unknown('invalid', 'it starts when it has ended');
  const start = await readStart(condition, inside, evidence, moments);
  if (!start.ok) return unknown(start.code, `at the start ${start.reason}`);
  const [low, high] = start.value;
  const verdict = await compareWith(low, condition, inside, evidence, moments);
  const other = await compareWith(high, condition, inside, evidence, moments);
  if (verdict.verdict === other.verdict) return verdict;
  return unknown('few_samples', 'the samples at the start leave it open');
}

/** The value now, and what it is compared with. Null before the start. */
export async function readProgress(
  condition: ChangeCondition,
  inside: ValueCondition,
  { sample, start }: { sample: Sample; start: readonly Sample[] },
): Promise<Progress | null> {
  const now = sample.observedAt;
  if (now < condition.from) return null;
  const moments = { createdAt: unixSeconds(0), expiresAt: LATEST, now };
  const bounds = await readStart(condition, inside, { samples: start }, moments);
  const current = (await ruleOf(inside, moments)).measure(sample);
  if (!bounds.ok || !current.ok) return null;
  const target = targetFrom(bounds.value[0], condition);
  if (target.numerator < 0n) return null;
  const { unit } = condition;
  return { current: formatRational(current.value.value), target: formatRational(target), unit };
}

/** No update is too late for it. */
const LATEST = unixSeconds(UNIX_SECONDS_MAX);

type Bounds = readonly [low: Rational, high: Rational];

async function readStart(
  { from }: ChangeCondition,
  inside: ValueCondition,
  { samples }: Evidence,
  moments: MarketMoments,
): Promise<Reading<Bounds>> {
  const bounds =
    inside.type === 'price_feed'
      ? both(readPrice(inside, { samples }, from))
      : await boundSamples(inside, { samples }, from, moments);
  if (!bounds.ok) return bounds;
  const isPositive = bounds.value.every(({ numerator }) => numerator > 0n);
  return isPositive ? bounds : unreadable('not_positive', 'the value was zero');
}

const both = (value: Reading<Rational>): Reading<Bounds> =>
  value.ok ? readable([value.value, value.value]) : value;

async function boundSamples(
  inside: ValueCondition,
  { samples }: Evidence,
  moment: UnixSeconds,
  moments: MarketMoments,
): Promise<Reading<Bounds>> {
  const bounds = await boundValue(await ruleOf(inside, moments), samples, moment);
  return bounds.ok ? readable([bounds.value[0].value, bounds.value[1].value]) : bounds;
}

async function ruleOf(inside: ValueCondition, moments: MarketMoments) {
  const { measurer, window } = valueKind(inside.type as ValueType);
  const measure = await measurer?.(inside, moments);
  if (!measure) throw new RangeError(`nothing measures ${inside.type}`);
  const pool = window?.(inside);
  return { measure, ...(pool && { pool }) };
}

/** The value at the expiry, compared with one that it may have had at the start. */
async function compareWith(
  start: Rational,
  condition: ChangeCondition,
  inside: ValueCondition,
  evidence: Evidence,
  moments: MarketMoments,
): Promise<Verdict> {
  const { comparator } = condition;
  const target = targetFrom(start, condition);
  const isMet = (value: Rational) => isSo(BigInt(compare(value, target)), comparator, 0n);
  const { expiresAt } = moments;
  const say = (value: string) => `${value} after ${formatRational(start)}`;
  if (inside.type === 'price_feed') {
    const price = readPrice(inside, evidence, expiresAt);
    if (!price.ok) return unknown(price.code, price.reason);
    const verdict = isMet(price.value) ? 'met' : 'not_met';
    return { verdict, at: expiresAt, value: say(formatRational(price.value)) };
  }
  const { measure, ...rule } = await ruleOf(inside, moments);
  const compared = (measured: Measure) => {
    // What does not exist meets no condition.
    return { ...measured, isMet: measured.isMet && isMet(measured.value) };
  };
  const verdict = await evaluateSamples(
    {
      ...{ ...rule, timing: 'at_expiry' },
      measure(sample) {
        const reading = measure(sample);
        return reading.ok ? readable(compared(reading.value)) : reading;
      },
    },
    evidence,
    moments,
  );
  return verdict.verdict === 'unknown' ? verdict : { ...verdict, value: say(verdict.value) };
}

export function targetFrom(
  start: Rational,
  { times = '1', plus = '0' }: ChangeCondition,
): Rational {
  return add(multiply(start, decimalOf(times)), decimalOf(plus));
}

const PERCENT = 100n;

/** That of the first update at or after the moment. Its confidence is judged by the price. */
function readPrice(inside: ValueCondition, evidence: Evidence, moment: UnixSeconds) {
  const { fact, feeds } = valueKind('price_feed');
  const [wanted] = feeds?.(inside) ?? [];
  const updates = findEvidenceAccounts(fact?.(inside) as TimedFact, evidence, moment).flatMap(
    (account) => {
      const update = decodePythPriceUpdate(account);
      return update.ok ? [update.value] : [];
    },
  );
  const [update] = updates;
  if (!update || !wanted) {
    return unreadable('missing', `there is no first update at or after ${formatInstant(moment)}`);
  }
  const { price, exponent, confidence } = update;
  if (updates.some((other) => other.price !== price)) {
    return unreadable('disagree', 'two updates of the moment contradict each other');
  }
  const least = { comparator: 'lte', threshold: getFeed(wanted.feed).confidenceFloor } as const;
  const isWide = confidence * PERCENT > price && confidence > toUnits(least, -exponent);
  if (isWide) return unreadable('wide', `the confidence of ${confidence} is too wide`);
  return readable(scaled(price, exponent));
}
