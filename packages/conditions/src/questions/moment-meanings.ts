// What the words of a date or a time mean.
import { Temporal } from 'temporal-polyfill';
import {
  type Days,
  dayOf,
  dayOfMonth,
  lastDayOf,
  midnightOf,
  monthOf,
  nextMonth,
  oneDay,
  periodOf,
  weekdayOf,
  wholeMonth,
} from './dates.ts';
import {
  type Clocks,
  DAY,
  justBefore,
  type Moment,
  minuteOf,
  type Period,
  type Relation,
} from './moment.ts';
import { Refused } from './said.ts';
import { dayIn, momentIn } from './time-zones.ts';

export type Groups = readonly (string | undefined)[];
export type Meaning = Omit<Moment, 'text'>;

const UNTIL = /^(?:until|till|through)$/;

export function relationOf([by, before, at]: Groups): Relation {
  if (by !== undefined) return 'by';
  if (before !== undefined) return 'before';
  return at !== undefined && UNTIL.test(at) ? 'until' : 'at';
}

/** The expiries that agree with days and a preposition: "by Friday", "before 1 December". */
export function onDays(groups: Groups, days: readonly Days[], zone?: string): Meaning {
  const relation = relationOf(groups);
  const periods = days.map((each) => periodOf(each, zone));
  if (relation === 'by' || relation === 'at') return { relation, expiries: periods, isDate: true };
  const starts = periods.map(({ from }) => justBefore(from));
  if (relation === 'before') return { relation, expiries: starts, isDate: true };
  // "Until Friday" may include that day, "through Friday" does.
  const [, , preposition] = groups;
  return { relation, expiries: preposition === 'through' ? periods : [...starts, ...periods] };
}

/** A date, with a time of day or without. */
export function onDate(
  groups: Groups,
  days: readonly Days[],
  [time, zone]: readonly [time: string | undefined, zone: string | undefined],
  isDated = true,
): Meaning {
  if (time === undefined) return onDays(groups, days, zone);
  const assumesUtc = zone === undefined;
  if (time === 'midnight' && isDated)
    throw new Refused('a day has two midnights: write 00:00 with the date');
  const expiries = days.flatMap(({ first, end }): Period[] => {
    // At midnight a day begins, and ends.
    const dates = time === 'midnight' ? [first, end] : [first];
    return dates.map((day) => minuteOf(momentIn(zone, day.toPlainDateTime(readTime(time)))));
  });
  return { relation: relationOf(groups), expiries, assumesUtc };
}

function readTime(text: string): Temporal.PlainTime {
  if (text === 'midnight') return new Temporal.PlainTime(0);
  if (text === 'noon' || text === 'midday') return new Temporal.PlainTime(12);
  const [, hour = '', minute = '0', half] = /^(\d{1,2})(?::(\d\d))? ?(am|pm)?$/.exec(text) ?? [];
  const isHalfDay = half !== undefined;
  const isReal =
    Number(minute) < 60 && (isHalfDay ? /^([1-9]|1[0-2])$/ : /^([01]?\d|2[0-3])$/).test(hour);
  if (!isReal) throw new Refused('it names a time that does not exist');
  const hours = isHalfDay ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour);
  return new Temporal.PlainTime(hours, Number(minute));
}

/** "By the end of the month": within its last day. */
export function atEnd(groups: Groups, end: Period | undefined): Meaning {
  return { relation: relationOf(groups), isEnd: true, ...(end && { expiries: [end] }) };
}

/** "By May", "by 2030": when it begins. Nobody can tell whether all of it is meant. */
export function untilStart(relation: Relation, { first }: Days): Meaning {
  return { relation, expiries: [justBefore(midnightOf(first))] };
}

export function during(days: Days): Meaning {
  const startsAt = midnightOf(days.first);
  return {
    relation: 'during',
    startsAt,
    beginsEarlier: true,
    expiries: [periodOf(lastDayOf(days))],
  };
}

export const monthIn = (name = '', year: string | undefined, clocks: Clocks): Days =>
  year === undefined ? nextMonth(monthOf(name), clocks) : wholeMonth(monthOf(name), Number(year));

export function dateIn(month = '', day = '', year: string | undefined, clocks: Clocks): Days[] {
  const index = monthOf(month);
  return [
    oneDay(
      year === undefined
        ? dayOfMonth(index, Number(day), clocks)
        : dayOf(Number(year), index, Number(day)),
    ),
  ];
}

/** The quarter of this year that has not ended, or of the next. */
export function quarterIn(quarter = '', year: string | undefined, clocks: Clocks): Days {
  const month = Number(quarter) * 3 - 2;
  if (year !== undefined) return threeMonths(Number(year), month);
  const today = dayIn('utc', clocks.now ?? clocks.expiresAt);
  const present = threeMonths(today.year, month);
  const isOver = Temporal.PlainDate.compare(present.end, today) <= 0;
  return isOver ? threeMonths(today.year + 1, month) : present;
}

function threeMonths(year: number, month: number): Days {
  const first = dayOf(year, month, 1);
  return { first, end: first.add({ months: 3 }) };
}

/** "Friday, November 20": both must be the same day. */
export function onWeekday(weekday: string | undefined, days: Days[]): Days[] {
  const isIt = ({ first }: Days) => weekday === undefined || weekdayOf(weekday) === first.dayOfWeek;
  if (!days.every(isIt)) throw new Refused('its weekday is not that of its date');
  return days;
}

/** The next 20th. */
export function nextDay(day: number, { now, expiresAt }: Clocks): Temporal.PlainDate {
  const today = dayIn('utc', now ?? expiresAt);
  const next = day >= today.day ? today : today.add({ months: 1 });
  return dayOf(next.year, next.month, day);
}

/** Without the present it cannot be checked. */
export function relativeDay(day: string | undefined, { now }: Clocks): Days[] | undefined {
  if (now === undefined) return undefined;
  const today = dayIn('utc', now);
  return [oneDay(day === 'tomorrow' ? today.add({ days: 1 }) : today)];
}

export const PERIODS_SHORT: Readonly<Record<string, string>> = {
  ...{ eod: 'day', eow: 'week', eom: 'month', eoy: 'year' },
};
const SECONDS: Readonly<Record<string, number>> = {
  m: 60,
  h: 3_600,
  d: DAY,
  w: 7 * DAY,
  o: 30.5 * DAY,
  y: 365 * DAY,
};
/** By their number; those that nobody writes are left out. */
const WORDS = '- one two three four five six seven - - ten - twelve'.split(' ');

/** With a tolerance of a tenth, at least two minutes: it takes time to create a market. */
export function afterDuration(
  relation: Relation,
  [count = '', unit = '']: Groups,
  clocks: Clocks,
): Meaning {
  const { now } = clocks;
  if (now === undefined) return { relation };
  const word = /^an?$/.test(count) ? 1 : WORDS.indexOf(count);
  const number = word > 0 ? word : Number(count);
  const letter = unit.startsWith('mo') ? 'o' : (unit[0] ?? '');
  const seconds = number * (SECONDS[letter] ?? 0);
  const slack = Math.min(Math.max(seconds / 10, 120), DAY);
  const best = now + seconds;
  return { relation, expiries: [{ from: best - slack, to: best + slack, best, isExact: true }] };
}
