// The time that a question names, and whether the market's expiry agrees with it.
import type { UnixSeconds } from '@tote/domain';

/**
 * before: any time until then. at: at that moment. within: any time from now until then. during:
 * in a span that may begin later than the market. later: in a span that begins after now.
 */
export type Relation = 'before' | 'at' | 'in' | 'within' | 'during' | 'later';

export interface Moment {
  readonly relation: Relation;
  /** The words of the question. */
  readonly text: string;
  /** Expiries that agree with it, in any time zone. Undefined if that cannot be checked. */
  readonly span?: Span;
  /** Seconds since midnight UTC, if the question names a time in UTC. */
  readonly timeOfDay?: number;
  /** For `during`: when the span begins. */
  readonly startsAt?: number;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Clocks {
  readonly expiresAt: UnixSeconds;
  readonly now?: UnixSeconds;
}

const HOUR = 3_600;
export const DAY = 24 * HOUR;
/** By time zone a day begins up to 14 hours before UTC's and ends up to 12 hours after it. */
const EAST = 14 * HOUR;
const WEST = 12 * HOUR;

export function utc(year: number, month: number, day: number): number {
  return Date.UTC(year, month, day) / 1_000;
}

/** The whole day in every time zone. */
export function spanOfDay(midnight: number, days = 1): Span {
  return { from: midnight - EAST, to: midnight + days * DAY + WEST };
}

export function agrees({ span, timeOfDay }: Moment, expiresAt: UnixSeconds): boolean {
  const isThatDay = !span || (expiresAt >= span.from && expiresAt <= span.to);
  if (timeOfDay === undefined) return isThatDay;
  const distance = Math.abs((expiresAt % DAY) - timeOfDay);
  return isThatDay && Math.min(distance, DAY - distance) <= HOUR / 12;
}

export function yearOf(at: number): number {
  return new Date(at * 1_000).getUTCFullYear();
}

export function monthOf(at: number): number {
  return new Date(at * 1_000).getUTCMonth();
}

/** The year in which the date is nearest to the expiry. */
export function nearestYear(expiresAt: number, month: number, day: number): number {
  const year = yearOf(expiresAt);
  const distance = (each: number) => Math.abs(utc(each, month, day) - expiresAt);
  return [year - 1, year + 1].reduce((best, each) => {
    return distance(each) < distance(best) ? each : best;
  }, year);
}

/** The day of that weekday (0 is Sunday) that is nearest to the expiry. */
export function spanOfWeekday(weekday: number, { expiresAt, now }: Clocks, weeks: number): Span {
  const midnight = Math.floor(expiresAt / DAY) * DAY;
  const today = new Date(midnight * 1_000).getUTCDay();
  const ahead = (weekday - today + 7) % 7;
  const nearest = ahead > 3 ? ahead - 7 : ahead;
  const span = spanOfDay(midnight + nearest * DAY);
  if (now === undefined) return span;
  // Not later than the first such day from now on; for "next", than the second.
  return { from: span.from, to: Math.min(span.to, now + (7 * weeks + 2) * DAY) };
}
