// From a date in words to the expiries that agree with it.
import {
  type Clocks,
  DAY,
  monthOf,
  nearestYear,
  type Span,
  spanOfDay,
  utc,
  yearOf,
} from './moment.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function monthIndex(month: string): number {
  return MONTHS.indexOf(month.slice(0, 3));
}

/** A date that does not exist agrees with no expiry. */
const NEVER: Span = { from: 0, to: 0 };

export function spanOfDate(year = '', month: number, day = ''): Span {
  const midnight = utc(Number(year), month, Number(day));
  const date = new Date(midnight * 1_000);
  const isReal = date.getUTCMonth() === month && date.getUTCDate() === Number(day);
  return isReal ? spanOfDay(midnight) : NEVER;
}

export function spanOfMonthDay(
  month: string,
  day = '',
  year: string | undefined,
  clocks: Clocks,
): Span {
  const index = monthIndex(month);
  return spanOfDate(year ?? String(nearestYear(clocks.expiresAt, index, Number(day))), index, day);
}

export function firstOf(month: string, year: string | undefined, { expiresAt }: Clocks): number {
  const index = monthIndex(month);
  return utc(year ? Number(year) : nearestYear(expiresAt, index, 15), index, 1);
}

export function spanOfMonthEnd(month: string, year: string | undefined, clocks: Clocks): Span {
  const first = firstOf(month, year, clocks);
  return spanOfDay(utc(yearOf(first), monthOf(first) + 1, 0));
}

/** The end of the current day, week, month, quarter or year; the expiry's, if now is unknown. */
export function spanOfEnd(
  period: string | undefined,
  { expiresAt, now }: Clocks,
): Span | undefined {
  // Half a day earlier, because an expiry at midnight is the end of the day before.
  const at = now ?? expiresAt - DAY / 2;
  const [year, month] = [yearOf(at), monthOf(at)];
  const midnight = Math.floor(at / DAY) * DAY;
  switch (period) {
    case 'day':
      return now === undefined ? undefined : spanOfDay(midnight);
    case 'week': {
      if (now === undefined) return undefined;
      // Some weeks end on Friday, some on Sunday.
      const weekday = (new Date(midnight * 1_000).getUTCDay() + 6) % 7;
      const monday = midnight - weekday * DAY;
      return { from: spanOfDay(monday + 4 * DAY).from, to: spanOfDay(monday + 6 * DAY).to };
    }
    case 'month':
      return spanOfDay(utc(year, month + 1, 0));
    case 'quarter':
      return spanOfDay(utc(year, month - (month % 3) + 3, 0));
    default:
      return spanOfDay(utc(year, 12, 0));
  }
}

export function spanOfRelativeDay(day: string | undefined, { now }: Clocks): Span | undefined {
  if (now === undefined) return undefined;
  const midnight = Math.floor(now / DAY) * DAY;
  return spanOfDay(day === 'tomorrow' ? midnight + DAY : midnight);
}

const SECONDS: Readonly<Record<string, number>> = {
  m: 60,
  h: DAY / 24,
  d: DAY,
  w: 7 * DAY,
  o: 30.5 * DAY,
  y: 365 * DAY,
};
const WORDS = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  '',
  '',
  'ten',
  '',
  'twelve',
];

/** With a tolerance of a tenth, at least ten minutes. */
export function spanOfDuration(count = '', unit = '', { now }: Clocks): Span | undefined {
  if (now === undefined) return undefined;
  const word = /^an?$/.test(count) ? 1 : WORDS.indexOf(count);
  const number = word > 0 ? word : Number(count);
  const letter = unit.startsWith('mo') ? 'o' : (unit[0] ?? '');
  const seconds = number * (SECONDS[letter] ?? 0);
  const slack = Math.max(seconds / 10, 600);
  return { from: now + seconds - slack, to: now + seconds + slack };
}
