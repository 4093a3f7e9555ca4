// The verdict on samples: by the first one, by the median of a window, or at any time before.
import { formatInstant, type UnixSeconds } from '@tote/domain';
import type { PoolRule } from '../condition-input.ts';
import type { Timing } from '../kinds/shared/threshold.ts';
import type { Sample } from '../oracles/account-snapshot.ts';
import { compare, formatRational } from '../oracles/rational.ts';
import { type Reading, readable, type Unreadable, unreadable } from '../oracles/reading.ts';
import { inOrder } from './evaluate-fact.ts';
import {
  type Evidence,
  type MarketMoments,
  type Measure,
  NOT_DUE,
  unknown,
  type Verdict,
} from './verdict.ts';

/** The first observation after the expiry may be this late. */
export const FIRST_SECONDS_MAX = 120;
/** A longer gap between good samples leaves open whether something happened in it. */
export const GAP_SECONDS_MAX = 600;

const SINGLE: PoolRule = { windowSeconds: 1, samplesMin: 1 };

interface SampleRule {
  readonly timing: Timing;
  /** For pools: the median over a window decides. Otherwise a single sample. */
  readonly pool?: PoolRule;
  readonly measure: (sample: Sample) => Reading<Measure> | Promise<Reading<Measure>>;
}

interface Point {
  readonly at: UnixSeconds;
  readonly slot: bigint;
  readonly reading: Reading<Measure>;
}

export async function evaluateSamples(
  rule: SampleRule,
  evidence: Evidence,
  moments: MarketMoments,
): Promise<Verdict> {
  const distinct = await listPoints(rule.measure, evidence.samples);
  if (rule.timing !== 'at_expiry') {
    return evaluateTrigger(rule, distinct, evidence.sampledAt ?? [], moments);
  }
  if (moments.now < moments.expiresAt) return NOT_DUE;
  if (rule.pool) return decideWindow(distinct, moments.expiresAt, rule.pool);
  return decideByFirst(distinct, moments.expiresAt);
}

async function listPoints(measure: SampleRule['measure'], samples: readonly Sample[]) {
  const points: Point[] = [];
  for (const sample of inOrder(samples)) {
    const { slot, observedAt: at } = sample;
    points.push({ slot, at, reading: await measure(sample) });
  }
  return mergeSlots(points);
}

/** Two readings of one slot are one observation; if they differ, it is unreadable. */
function mergeSlots(points: readonly Point[]): Point[] {
  const merged = new Map<bigint, Point>();
  for (const point of points) {
    const known = merged.get(point.slot);
    const isSame = !known || isEqual(known.reading, point.reading);
    const reading = isSame
      ? point.reading
      : unreadable('disagree', `two sources say different things about slot ${point.slot}`);
    merged.set(point.slot, { ...point, reading });
  }
  return [...merged.values()];
}

function isEqual(a: Reading<Measure>, b: Reading<Measure>): boolean {
  return a.ok && b.ok ? compare(a.value.value, b.value.value) === 0 : a.ok === b.ok;
}

function decideByFirst(points: readonly Point[], expiresAt: UnixSeconds): Verdict {
  const first = findFirst(points, expiresAt);
  return 'at' in first
    ? decideWindow([first], first.at, SINGLE)
    : unknown(first.code, first.reason);
}

function findFirst(points: readonly Point[], moment: UnixSeconds): Point | Unreadable {
  const due = points.filter(({ at }) => at >= moment && at <= moment + FIRST_SECONDS_MAX);
  const first = due.find(({ reading }) => reading.ok) ?? findFailure(due);
  const seconds = FIRST_SECONDS_MAX;
  return (
    first ??
    unreadable('missing', `nothing was observed within ${seconds} s of ${formatInstant(moment)}`)
  );
}

/**
 * Between which values the value of a moment is: that of the first sample, or the median of the
 * window. A sample that cannot be read could have had any value.
 */
export async function boundValue(
  { measure, pool }: Omit<SampleRule, 'timing'>,
  samples: readonly Sample[],
  moment: UnixSeconds,
): Promise<Reading<readonly [low: Measure, high: Measure]>> {
  const points = await listPoints(measure, samples);
  const first = pool ? undefined : findFirst(points, moment);
  if (first && !('at' in first)) return first;
  const window = first ? [first] : inWindow(points, moment, pool ?? SINGLE);
  const values = window.flatMap(({ reading }) => (reading.ok ? [reading.value] : []));
  values.sort((a, b) => compare(a.value, b.value));
  const middle = Math.floor((window.length - 1) / 2);
  const [low, high] = [values[middle - (window.length - values.length)], values[middle]];
  const isEnough = values.length >= (pool ?? SINGLE).samplesMin;
  if (isEnough && low && high) return readable([low, high]);
  const at = formatInstant(moment);
  return findFailure(window) ?? unreadable('incomplete', `too few samples were taken at ${at}`);
}

/**
 * Met if more than half of the samples in the window are: the median, and No on a tie. A sample
 * that cannot be read could have had any value, so the others decide only if that cannot matter.
 */
function decideWindow(
  points: readonly Point[],
  moment: UnixSeconds,
  { windowSeconds, samplesMin }: PoolRule,
): Verdict {
  const window = inWindow(points, moment, { windowSeconds, samplesMin });
  const measures = window.flatMap(({ reading }) => (reading.ok ? [reading.value] : []));
  const met = measures.filter(({ isMet }) => isMet);
  const notMet = measures.filter(({ isMet }) => !isMet);
  const failure = findFailure(window);
  if (measures.length < samplesMin) {
    if (failure) return unknown(failure.code, failure.reason);
    return unknown('few_samples', `${measures.length} of ${samplesMin} samples were taken in time`);
  }
  const isMet = 2 * met.length > window.length;
  const isNotMet = 2 * notMet.length >= window.length;
  if (!isMet && !isNotMet) {
    return unknown(failure?.code ?? 'few_samples', failure?.reason ?? 'the samples leave it open');
  }
  const side = [...(isMet ? met : notMet)].sort((a, b) => compare(a.value, b.value));
  const middle = side[Math.floor((side.length - 1) / 2)];
  const value = middle ? formatRational(middle.value) : '';
  return { verdict: isMet ? 'met' : 'not_met', at: moment, value };
}

function inWindow(points: readonly Point[], moment: UnixSeconds, { windowSeconds }: PoolRule) {
  return points.filter(({ at }) => at > moment - windowSeconds && at <= moment);
}

function evaluateTrigger(
  { pool }: SampleRule,
  points: readonly Point[],
  sampledAt: readonly UnixSeconds[],
  { createdAt, expiresAt, now }: MarketMoments,
): Verdict {
  const during = points.filter(({ at }) => at >= createdAt && at < expiresAt);
  const leftOut = new Set(sampledAt);
  for (const { at } of points) leftOut.delete(at);
  let start = 0;
  for (const [index, point] of during.entries()) {
    // Without a window each sample decides alone, also next to others of the same second.
    if (!pool) start = index;
    const from = point.at - (pool?.windowSeconds ?? 1);
    while ((during[start]?.at ?? 0) <= from) start += 1;
    // The median of an incomplete window is unknown.
    if (pool && [...leftOut].some((at) => at > from && at <= point.at)) continue;
    const verdict = decideWindow(during.slice(start, index + 1), point.at, pool ?? SINGLE);
    if (verdict.verdict === 'met') return verdict;
  }
  if (now < expiresAt) return NOT_DUE;
  const good = during.filter(({ reading }) => reading.ok).map(({ at }) => at);
  const gap = longestGap([...good, ...sampledAt], createdAt, expiresAt);
  if (gap > GAP_SECONDS_MAX) {
    return unknown('gap', `there was no good sample for ${gap} s, and it may have happened then`);
  }
  return { verdict: 'not_met', at: expiresAt, value: 'never' };
}

export function longestGap(
  sampledAt: readonly UnixSeconds[],
  from: UnixSeconds,
  to: UnixSeconds,
): number {
  const inside = sampledAt.filter((at) => at > from && at < to);
  const moments = [from, ...inside.sort((a, b) => a - b), to];
  return moments.reduce((longest, at, index) => {
    return Math.max(longest, at - (moments[index - 1] ?? at));
  }, 0);
}

function findFailure(points: readonly Point[]): Unreadable | undefined {
  return points.map(({ reading }) => reading).find((reading): reading is Unreadable => !reading.ok);
}
