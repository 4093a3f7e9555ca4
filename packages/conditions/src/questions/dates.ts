// From the words of a date to a day, and from a day to its first and last moment.
import { Temporal } from 'temporal-polyfill';
import type { Clocks, Period } from './moment.ts';
import { Refused } from './said.ts';
import { dayIn, momentIn } from './time-zones.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

/** From 1 for Monday. */
export const weekdayOf = (name: string): number => WEEKDAYS.indexOf(name.slice(0, 3)) + 1;

/** A day, a month or a year. */
export interface Days {
  readonly first: Temporal.PlainDate;
  /** The day after the last. */
  readonly end: Temporal.PlainDate;
}

export const oneDay = (first: Temporal.PlainDate): Days => ({ first, end: first.add({ days: 1 }) });

/** Throws `Refused` for a date that does not exist. */
export function dayOf(year: number, month: number, day: number): Temporal.PlainDate {
  if (!isDay(year, month, day)) throw new Refused('it names a day that does not exist');
  return Temporal.PlainDate.from({ year, month, day });
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12) return false;
  const { daysInMonth } = Temporal.PlainYearMonth.from({ year, month });
  return day >= 1 && day <= daysInMonth;
}

/** A date without a year is the next one from now; without a clock, the nearest to the expiry. */
export function dayOfMonth(month: number, day: number, clocks: Clocks): Temporal.PlainDate {
  const year = dayIn('utc', clocks.now ?? clocks.expiresAt).year;
  const years = [year - 1, year, year + 1].filter((each) => isDay(each, month, day));
  if (years.length === 0) throw new Refused('it names a day that does not exist');
  const chosen = choose(
    years.map((each) => dayOf(each, month, day)),
    clocks,
  );
  // Whoever writes "on Nov 16" on the 17th does not mean next year.
  const last = years
    .map((each) => dayOf(each, month, day))
    .filter((each) => Temporal.PlainDate.compare(each, chosen) < 0)
    .at(-1);
  const today = dayIn('utc', clocks.now ?? clocks.expiresAt);
  const isJustPast =
    clocks.now !== undefined && last !== undefined && last.until(today).days < JUST_PAST_DAYS;
  if (isJustPast) throw new Refused('it names a day that is past');
  return chosen;
}

const JUST_PAST_DAYS = 60;

export function wholeMonth(month: number, year: number): Days {
  const first = dayOf(year, month, 1);
  return { first, end: first.add({ months: 1 }) };
}

/** Without a year: the one that has not ended yet. */
export function nextMonth(month: number, clocks: Clocks): Days {
  const last = (year: number) => wholeMonth(month, year).end.subtract({ days: 1 });
  const year = dayIn('utc', clocks.now ?? clocks.expiresAt).year;
  const end = choose([year - 1, year, year + 1].map(last), clocks);
  return wholeMonth(month, end.year);
}

export function wholeYear(year: number): Days {
  const first = dayOf(year, 1, 1);
  return { first, end: first.add({ years: 1 }) };
}

/** The day, week, month, quarter or year of today. */
function presentPeriod(name: string, { now, expiresAt }: Clocks): Days | undefined {
  // Half a day earlier, because an expiry at midnight is the end of the day before.
  const today = dayIn('utc', now ?? expiresAt - 43_200);
  switch (name) {
    case 'day':
      return now === undefined ? undefined : oneDay(today);
    case 'week': {
      const first = today.subtract({ days: today.dayOfWeek - 1 });
      return now === undefined ? undefined : { first, end: first.add({ days: 7 }) };
    }
    case 'month':
      return wholeMonth(today.month, today.year);
    case 'quarter': {
      const first = dayOf(today.year, today.month - ((today.month - 1) % 3), 1);
      return { first, end: first.add({ months: 3 }) };
    }
    default:
      return wholeYear(today.year);
  }
}

/** The days that a weekday can mean: today or the next one; "next" may skip one. */
export function weekdaysOf(name: string, which: string | undefined, clocks: Clocks): Days[] {
  const wanted = weekdayOf(name);
  const { now, expiresAt } = clocks;
  const today = dayIn('utc', now ?? expiresAt - 3.5 * 86_400);
  const ahead = (wanted - today.dayOfWeek + 7) % 7;
  // Next Tuesday is never today, and some mean the one after the next.
  const isNext = which === 'next';
  const skipped = ahead === 0 ? (isNext ? [7] : [0, 7]) : isNext ? [ahead, ahead + 7] : [ahead];
  return skipped.map((days) => oneDay(today.add({ days })));
}

/** Within its last day. Some weeks end on Friday, some on Sunday. */
export function endOfPresent(name: string, clocks: Clocks): Period | undefined {
  const days = presentPeriod(name, clocks);
  if (!days) return undefined;
  const isWeek = name === 'week';
  return periodOf(isWeek ? { first: days.first.add({ days: 4 }), end: days.end } : lastDayOf(days));
}

export function startOfPresent(name: string, clocks: Clocks): number | undefined {
  const days = presentPeriod(name, clocks);
  return days && midnightOf(days.first);
}

/** From its first moment to the first one after it. */
export function periodOf({ first, end }: Days, zone?: string): Period {
  const to = midnightOf(end, zone);
  return { from: midnightOf(first, zone), to, best: to };
}

export const lastDayOf = ({ end }: Days): Days => oneDay(end.subtract({ days: 1 }));

export function midnightOf(day: Temporal.PlainDate, zone?: string): number {
  return momentIn(zone, day.toPlainDateTime());
}

/** The first that has not passed; if the present is unknown, the nearest to the expiry. */
function choose(days: readonly Temporal.PlainDate[], clocks: Clocks): Temporal.PlainDate {
  const { now, expiresAt } = clocks;
  const today = dayIn('utc', now ?? expiresAt);
  const distance = (day: Temporal.PlainDate) => Math.abs(today.until(day).days);
  const next = days.find((day) => Temporal.PlainDate.compare(day, today) >= 0);
  const nearest = days.toSorted((a, b) => distance(a) - distance(b))[0];
  return (now === undefined ? nearest : next) ?? today;
}
