// When to look at the accounts of a market, and for how long what was seen is needed.

import type { SampledCondition } from '@tote/conditions/sampled-condition';
import type { UnixSeconds } from '@tote/domain';
import type { TimeSpan } from '../store/journal/samples.ts';

/** A feed is read this often, a pool somewhat less, because its samples are written down. */
const SINGLE_SECONDS = 2;
const POOL_SECONDS = 5;
const HOLDERS_SECONDS = 10;
const LEAST_SECONDS = 0.5;
/** Clocks of replicas differ a little. */
const SLACK_SECONDS = 10;
/** In the sandbox the last sample before the expiry is taken so long before it. */
const LEAD_SECONDS = 5;
const SPACING_SECONDS_MAX = 10;

export interface ScheduledMarket {
  readonly sampled: Pick<SampledCondition, 'timing' | 'pool' | 'countsHolders'>;
  readonly expiresAt: UnixSeconds;
}

/** Seconds between two looks; undefined while there is nothing to see. */
export function lookEvery(market: ScheduledMarket, now: number): number | undefined {
  const { sampled, expiresAt } = market;
  const { timing, pool, countsHolders } = sampled;
  if (timing === 'at_expiry') {
    // Without a window the first observation after the expiry decides: whoever resolves takes it.
    const isInWindow = pool && now > expiresAt - pool.windowSeconds && now <= expiresAt;
    return isInWindow ? poolSeconds(pool) : undefined;
  }
  if (now >= expiresAt) return undefined;
  if (pool) return poolSeconds(pool);
  return countsHolders ? HOLDERS_SECONDS : SINGLE_SECONDS;
}

/** Twice as often as needed. */
function poolSeconds({ windowSeconds, samplesMin }: { windowSeconds: number; samplesMin: number }) {
  return Math.max(LEAST_SECONDS, Math.min(POOL_SECONDS, windowSeconds / (2 * samplesMin)));
}

/** Of which times the bytes of samples are needed, overlapping spans joined. */
export function spansToKeep(markets: readonly ScheduledMarket[], now: number): TimeSpan[] {
  const spans = markets.flatMap((market): TimeSpan[] => {
    const { sampled, expiresAt } = market;
    if (!sampled.pool) return [];
    const { windowSeconds } = sampled.pool;
    if (sampled.timing === 'at_expiry') {
      const from = expiresAt - windowSeconds;
      return now < from - SLACK_SECONDS ? [] : [{ from, to: expiresAt }];
    }
    // Of the window before it the moments are told.
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

/**
 * Where a clock that is moved must stop, so that enough samples are taken: before the end of a
 * window as often as it asks for, and now and then while something may happen at any time.
 */
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
    const { windowSeconds, samplesMin } = sampled.pool ?? { windowSeconds: 1, samplesMin: 1 };
    const lead = Math.min(LEAD_SECONDS, Math.floor(windowSeconds / (2 * samplesMin)));
    const fitting = Math.floor((windowSeconds - lead) / samplesMin);
    const spacing = Math.max(1, Math.min(SPACING_SECONDS_MAX, fitting));
    const isTrigger = sampled.timing === 'any_time_before';
    const round = Math.floor(now / everySeconds) * everySeconds;
    for (let index = 0; index < samplesMin; index += 1) {
      if (sampled.pool) consider(expiresAt - lead - index * spacing);
      if (!isTrigger) continue;
      for (const from of [round, round + everySeconds]) {
        if (from + index * spacing < expiresAt) consider(from + index * spacing);
      }
    }
  }
  return next;
}
