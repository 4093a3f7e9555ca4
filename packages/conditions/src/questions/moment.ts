// The time that a question names, and whether the market's expiry agrees with it.
import type { UnixSeconds } from '@tote/domain';

/**
 * before: any time until its first moment. by: any time until its end. until: all the time until
 * then. at: at that time. in: when so much time has passed. within: any time from now until then.
 * during: in a period that may begin later than the market. later: in a period that begins after
 * now.
 */
export type Relation = 'before' | 'by' | 'until' | 'at' | 'in' | 'within' | 'during' | 'later';

export interface Moment {
  readonly relation: Relation;
  /** The words of the question. */
  readonly text: string;
  /** The expiries that agree with it. Undefined if it names none: "at expiry", "ever". */
  readonly expiries?: readonly Period[];
  /** A date for "by" or "before": until an earlier expiry it can be measured, with a warning. */
  readonly isDate?: boolean;
  /** For `during`: when the period begins. */
  readonly startsAt?: number;
  /** "The end of the week": its last moment. */
  readonly isEnd?: boolean;
  /** It began before now: "this week". */
  readonly beginsEarlier?: boolean;
  /** It has a time of day without a time zone. */
  readonly assumesUtc?: boolean;
  /** Why it cannot be understood. */
  readonly problem?: string;
}

/** Unix seconds. Both ends belong to it. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** The expiry to propose. */
  readonly best: number;
  /** A moment with some tolerance, not a day. */
  readonly isExact?: true;
}

export interface Clocks {
  readonly expiresAt: UnixSeconds;
  readonly now?: UnixSeconds;
}

const MINUTE = 60;
export const DAY = 86_400;

/** "Before" a moment: then, or within the minute before. */
export const justBefore = (moment: number): Period => ({
  from: moment - MINUTE,
  to: moment,
  best: moment,
  isExact: true,
});

/** A time of day has minutes, not seconds. */
export const minuteOf = (moment: number): Period => ({
  from: moment - MINUTE + 1,
  to: moment + MINUTE - 1,
  best: moment,
  isExact: true,
});

/**
 * same: the expiry is the moment of the question. sooner: the question allows more time than the
 * market has. other: they differ.
 */
type Fit = 'same' | 'sooner' | 'other';

export function fitOf({ expiries, relation, isDate }: Moment, expiresAt: UnixSeconds): Fit {
  if (!expiries) return 'same';
  if (expiries.some(({ from, to }) => expiresAt >= from && expiresAt <= to)) return 'same';
  const isDeadline = relation === 'by' || relation === 'before';
  const isSooner = isDate && isDeadline && expiries.every(({ from }) => expiresAt < from);
  return isSooner ? 'sooner' : 'other';
}

/** Within its last minute. */
export const endsAt = ({ to }: Period, expiresAt: UnixSeconds): boolean =>
  expiresAt > to - MINUTE && expiresAt <= to;

/** Whether nothing of the time that it names comes after the expiry. */
export const isAtEnd = ({ expiries }: Moment, expiresAt: UnixSeconds): boolean =>
  !expiries ||
  expiries.some((period) => {
    const isIn = expiresAt >= period.from && expiresAt <= period.to;
    return endsAt(period, expiresAt) || (isIn && period.isExact);
  });
