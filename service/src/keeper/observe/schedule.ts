import { FIRST_SECONDS_MAX } from '@tote/conditions/evaluation/evaluate-samples';
import type { SampledCondition } from '@tote/conditions/sampled-condition';
import type { UnixSeconds } from '@tote/domain';
import type { TimeSpan } from '../../store/journal/samples.ts';

/** A feed is read this often; a pool less often, because its samples are stored. */
const SINGLE_SECONDS = 2;
const POOL_SECONDS = 5;
const COUNT_SECONDS = 10;
/** Other replicas, bets and the page use the last counts of launches. */
export const COUNT_KEPT_SECONDS = 30;
const LEAST_SECONDS = 0.5;
const SLACK_SECONDS = 10;
/** In the sandbox the last sample is taken this long before the expiry. */
const LEAD_SECONDS = 5;
const SPACING_SECONDS_MAX = 10;

interface ScheduledMarket {
  readonly sampled: Omit<SampledCondition, 'condition'>;
  readonly expiresAt: UnixSeconds;
}

export function samplingIntervalSeconds(market: ScheduledMarket, now: number): number | undefined {
  const { sampled, expiresAt } = market;
  const { isTriggered, pool, countsHolders, countsLaunches } = sampled;
  const isDue = isTriggered
    ? now < expiresAt
    : spansOf(market).some(({ from, to }) => now > from && now <= to);
  if (!isDue) return undefined;
  if (pool) {
    const fitting = pool.windowSeconds / (2 * pool.samplesMin);
    return Math.max(LEAST_SECONDS, Math.min(POOL_SECONDS, fitting));
  }
  return countsHolders || countsLaunches ? COUNT_SECONDS : SINGLE_SECONDS;
}

/** When the samples are taken that decide at the expiry, and those that it is compared with. */
function spansOf({ sampled: { pool, startsAt }, expiresAt }: ScheduledMarket): TimeSpan[] {
  const starts = startsAt === undefined ? [] : [startsAt];
  if (pool) return [...starts, expiresAt].map((to) => ({ from: to - pool.windowSeconds, to }));
  // Without a window the first observation after the expiry decides. Resolving takes that one.
  return starts.map((at) => ({ from: at - 1, to: at + FIRST_SECONDS_MAX }));
}

export function spansToKeep(markets: readonly ScheduledMarket[], now: number): TimeSpan[] {
  const spans = markets.flatMap((market): TimeSpan[] => {
    const { sampled, expiresAt } = market;
    if (!sampled.isTriggered) {
      return spansOf(market).filter(({ from }) => now >= from - SLACK_SECONDS);
    }
    const counted = { from: now - COUNT_KEPT_SECONDS, to: now + SLACK_SECONDS };
    if (sampled.countsLaunches) return [counted];
    if (!sampled.pool) return [];
    const { windowSeconds } = sampled.pool;
    // Twice the window: evidence lists when the samples before the window were taken.
    const from = now - 2 * windowSeconds - SLACK_SECONDS;
    return now < expiresAt ? [{ from, to: Number.MAX_SAFE_INTEGER }] : [];
  });
  return join(spans);
}

function join(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) {
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else joined.push(span);
  }
  return joined;
}

export function findNextStop(
  markets: readonly ScheduledMarket[],
  now: number,
  everySeconds: number,
): number | undefined {
  let next: number | undefined;
  const consider = (at: number) => {
    if (at > now && (next === undefined || at < next)) next = at;
  };
  for (const { sampled, expiresAt } of markets) {
    if (now >= expiresAt) continue;
    const { startsAt = expiresAt } = sampled;
    const ends = [startsAt, expiresAt];
    // Without a window the first sample from then on counts.
    if (!sampled.pool && startsAt < expiresAt) consider(startsAt);
    const { windowSeconds, samplesMin } = sampled.pool ?? { windowSeconds: 1, samplesMin: 1 };
    const lead = Math.min(LEAD_SECONDS, Math.floor(windowSeconds / (2 * samplesMin)));
    const fitting = Math.floor((windowSeconds - lead) / samplesMin);
    const spacing = Math.max(1, Math.min(SPACING_SECONDS_MAX, fitting));
    const round = Math.floor(now / everySeconds) * everySeconds;
    for (let index = 0; index < samplesMin; index += 1) {
      if (sampled.pool) for (const end of ends) consider(end - lead - index * spacing);
      if (!sampled.isTriggered) continue;
      for (const from of [round, round + everySeconds]) {
        if (from + index * spacing < expiresAt) consider(from + index * spacing);
      }
    }
  }
  return next;
}
