// Dates and times as people write them: by Friday, before Dec 31, on 1 December at 5pm ET, within
// 24 hours, at expiry.
import {
  dayOf,
  dayOfMonth,
  endOfPresent,
  lastDayOf,
  midnightOf,
  oneDay,
  periodOf,
  startOfPresent,
  weekdaysOf,
  wholeYear,
} from './dates.ts';
import type { Clocks, Relation } from './moment.ts';
import {
  afterDuration,
  atEnd,
  dateIn,
  during,
  type Groups,
  type Meaning,
  monthIn,
  nextDay,
  onDate,
  onDays,
  onWeekday,
  PERIODS_SHORT,
  quarterIn,
  relationOf,
  relativeDay,
  untilStart,
} from './moment-meanings.ts';
import { Refused } from './said.ts';
import { dayIn, ZONE } from './time-zones.ts';

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|' +
  'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAY =
  '(sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|' +
  'sat(?:urday)?)';
const YEAR = '(20\\d\\d)';
const ORDINAL = '(\\d{1,2})(?:st|nd|rd|th)?';
const NUMBER = '(\\d{1,3}|an?|one|two|three|four|five|six|seven|ten|twelve)';
const UNIT = '(minutes?|mins?|hours?|hrs?|h|days?|d|weeks?|months?|years?)';
const TIME = '(\\d{1,2}:\\d\\d ?(?:am|pm)?|\\d{1,2} ?(?:am|pm)|noon|midday|midnight)';
/** A time of day and its zone, or only the zone. */
const CLOCK = `(?:(?: (?:at|by))? ${TIME})?(?: ${ZONE})?`;
const CLOCK_FIRST = `(?:${TIME}(?: ${ZONE})? (?:on )?)?`;

const BEFORE = '(before|prior to|ahead of)';
const BY = '(by|on or before|no later than|not later than)';
const AT = '(on|as of|at|until|till|through)';
/** Three groups, of which one has matched. */
const WHEN = `(?:${BY}|${BEFORE}|${AT})`;

type Rule = readonly [RegExp, (groups: Groups, clocks: Clocks) => Meaning];

const rule = (pattern: string, read: Rule[1]): Rule => [
  new RegExp(`${pattern}(?![a-z0-9])`, 'y'),
  read,
];

/** A date or a time after a preposition. */
const ruleOfWhen = (
  pattern: string,
  read: (when: Groups, groups: Groups, clocks: Clocks) => Meaning,
): Rule =>
  rule(`${WHEN} ${pattern}`, ([by, before, at, ...groups], clocks) => {
    return read([by, before, at], groups, clocks);
  });

const ON: Groups = [undefined, undefined, 'on'];

const just =
  (relation: Relation): Rule[1] =>
  () => ({ relation });

const EXPIRY =
  '(?:the )?(?:market )?(?:expiry|expiration|deadline|maturity|resolution|settlement)(?: date' +
  '| time)?';
const MARKET_ENDS = '(?:the market|this market|it) (?:closes|expires|ends|resolves|settles)';
const DEADLINE = '(?:by|before|on or before|no later than|not later than|prior to|ahead of)';

const RULES: readonly Rule[] = [
  rule(
    '(?:(?:at )?any ?time |at (?:any|some) (?:point|moment) )?' +
      `${DEADLINE} (?:${EXPIRY}|${MARKET_ENDS})`,
    just('before'),
  ),
  rule(
    '(?:(?:at )?any ?time|at (?:any|some) (?:point|moment|time)|ever)(?: before then)?',
    just('before'),
  ),
  rule(`(?:until|till|through) (?:${EXPIRY}|${MARKET_ENDS})`, just('until')),
  rule(`(?:at|on|upon) ${EXPIRY}`, just('at')),
  rule(`when ${MARKET_ENDS}`, just('at')),
  rule('at (?:market )?close|at the end', () => atEnd(ON, undefined)),
  // by 2026-12-31T17:00Z
  ruleOfWhen(
    `${YEAR}[-/](\\d\\d)[-/](\\d\\d)(?:[t ](\\d\\d:\\d\\d)(?::00)?(z))?${CLOCK}`,
    (when, [year, month, day, isoTime, isoZone, time, zone]) => {
      const days = [oneDay(dayOf(Number(year), Number(month), Number(day)))];
      return onDate(when, days, [isoTime ?? time, isoZone ?? zone]);
    },
  ),
  // on (5pm ET on) December 31st 2026 (at 5pm ET)
  ruleOfWhen(
    `${CLOCK_FIRST}(?:the )?(?:${WEEKDAY} )?${MONTH} ${ORDINAL}(?: ${YEAR})?${CLOCK}`,
    (when, [first, firstZone, weekday, month, day, year, time, zone], clocks) => {
      const days = onWeekday(weekday, dateIn(month, day, year, clocks));
      return onDate(when, days, [first ?? time, firstZone ?? zone]);
    },
  ),
  // on 31 December 2026
  ruleOfWhen(
    `${CLOCK_FIRST}(?:the )?${ORDINAL}(?: of)? ${MONTH}(?: ${YEAR})?${CLOCK}`,
    (when, [first, firstZone, day, month, year, time, zone], clocks) =>
      onDate(when, dateIn(month, day, year, clocks), [first ?? time, firstZone ?? zone]),
  ),
  ruleOfWhen(
    `${CLOCK_FIRST}(?:(this|next|coming|the coming) )?${WEEKDAY}${CLOCK}`,
    (when, [first, firstZone, which, day = '', time, zone], clocks) =>
      onDate(when, weekdaysOf(day, which, clocks), [first ?? time, firstZone ?? zone]),
  ),
  ruleOfWhen(
    `${CLOCK_FIRST}(today|tonight|tomorrow)${CLOCK}`,
    (when, [first, firstZone, day, time, zone], clocks) => {
      const days = relativeDay(day, clocks);
      if (!days) return { relation: relationOf(when) };
      // Tonight is not measured until the end of next week.
      return { ...onDate(when, days, [first ?? time, firstZone ?? zone], false), isDate: false };
    },
  ),
  // by 5pm ET: the next time that it is so late
  ruleOfWhen(`${TIME}(?: ${ZONE})?`, (when, [time = '', zone], { now }) => {
    if (now === undefined) return { relation: relationOf(when) };
    const today = dayIn(zone, now);
    const days = [today, today.add({ days: 1 })].map(oneDay);
    return onDate(when, days, [time, zone], false);
  }),
  ruleOfWhen(
    '(?:the )?(?:end of|close of) (?:the |this )?(day|week|month|quarter|year)',
    (when, [period = ''], clocks) => atEnd(when, endOfPresent(period, clocks)),
  ),
  ruleOfWhen('(eod|eow|eom|eoy)', (when, [short = ''], clocks) =>
    atEnd(when, endOfPresent(PERIODS_SHORT[short] ?? '', clocks)),
  ),
  rule('(eod|eow|eom|eoy)', ([short = ''], clocks) => {
    const end = endOfPresent(PERIODS_SHORT[short] ?? '', clocks);
    return { relation: 'in', ...(end && { expiries: [end] }) };
  }),
  ruleOfWhen(
    "(?:the )?(day|week|month|quarter|year)(?: 's)?[- ]end",
    (when, [period = ''], clocks) => atEnd(when, endOfPresent(period, clocks)),
  ),
  rule(`(?:${BY}|${BEFORE}) (?:the )?new year(?: 's)?`, (when, clocks) =>
    untilStart(relationOf(when), oneDay(dayOfMonth(1, 1, clocks))),
  ),
  ruleOfWhen("new year(?: 's)? day", (when, _groups, clocks) =>
    onDays(when, [oneDay(dayOfMonth(1, 1, clocks))]),
  ),
  ruleOfWhen("(?:new year(?: 's|s)? eve|nye)", (when, _groups, clocks) =>
    onDays(when, [oneDay(dayOfMonth(12, 31, clocks))]),
  ),
  ruleOfWhen('(?:christmas|xmas)(?: (day|eve))?', (when, [eve], clocks) =>
    onDays(when, [oneDay(dayOfMonth(12, eve === 'eve' ? 24 : 25, clocks))]),
  ),
  // by the 20th
  ruleOfWhen('the (\\d{1,2})(?:st|nd|rd|th)', (when, [day], clocks) =>
    onDays(when, [oneDay(nextDay(Number(day), clocks))]),
  ),
  rule(
    `((?:this |the )?coming|next|this) (?:coming )?${WEEKDAY}`,
    ([which = '', day = ''], clocks) =>
      onDays(ON, weekdaysOf(day, which === 'next' ? 'next' : 'this', clocks)),
  ),
  rule(`for the rest of (?:the|this) (day|week|month|quarter|year)`, ([period = ''], clocks) => ({
    ...atEnd([], endOfPresent(period, clocks)),
    relation: 'until',
  })),
  ruleOfWhen('(?:the )?end of today', (when, _groups, clocks) =>
    atEnd(when, endOfPresent('day', clocks)),
  ),
  // by 25/12/2026: only if one of the numbers cannot be a month
  ruleOfWhen(
    `(\\d{1,2})[/.](\\d{1,2})(?:[/.]${YEAR})?${CLOCK}`,
    (when, [one, two, year, time, zone], clocks) => {
      const [first, second] = [Number(one), Number(two)];
      if (first <= 12 && second <= 12 && first !== second) {
        throw new Refused('its date can be read in two ways: write the month as a word');
      }
      const [month, day] = first > 12 ? [second, first] : [first, second];
      const date =
        year === undefined ? dayOfMonth(month, day, clocks) : dayOf(Number(year), month, day);
      return onDate(when, [oneDay(date)], [time, zone]);
    },
  ),
  ruleOfWhen(`(?:the )?end of q([1-4])(?: (?:of )?${YEAR})?`, (when, [quarter, year], clocks) =>
    atEnd(when, periodOf(lastDayOf(quarterIn(quarter, year, clocks)))),
  ),
  rule(`(?:${BY}|${BEFORE}) q([1-4])(?: (?:of )?${YEAR})?`, ([by, before, quarter, year], clocks) =>
    untilStart(relationOf([by, before]), quarterIn(quarter, year, clocks)),
  ),
  rule(`(?:in|during) q([1-4])(?: (?:of )?${YEAR})?`, ([quarter, year], clocks) =>
    during(quarterIn(quarter, year, clocks)),
  ),
  rule(`${NUMBER} ?${UNIT} from (?:now|today)`, (groups, clocks) =>
    afterDuration('in', groups, clocks),
  ),
  rule(`in (\\d{1,3})(h|d|w)`, (groups, clocks) => afterDuration('in', groups, clocks)),
  rule(`within (\\d{1,3})(h|d|w)`, (groups, clocks) => afterDuration('within', groups, clocks)),
  rule(`through(?:out)? ${MONTH}(?: ${YEAR})?`, ([month, year], clocks) => {
    const days = monthIn(month, year, clocks);
    const isLater = clocks.now === undefined || midnightOf(days.first) > clocks.now;
    if (isLater) throw new Refused('it speaks of a time that begins later');
    return { relation: 'until', expiries: [periodOf(lastDayOf(days))] };
  }),
  ruleOfWhen(`(?:the )?end of ${MONTH}(?: ${YEAR})?`, (when, [month, year], clocks) =>
    atEnd(when, periodOf(lastDayOf(monthIn(month, year, clocks)))),
  ),
  ruleOfWhen(`(?:the )?end of ${YEAR}`, (when, [year]) =>
    atEnd(when, periodOf(lastDayOf(wholeYear(Number(year))))),
  ),
  rule(`(?:${BY}|${BEFORE}) ${MONTH}(?: ${YEAR})?`, ([by, before, month, year], clocks) =>
    untilStart(relationOf([by, before]), monthIn(month, year, clocks)),
  ),
  rule(`(?:${BY}|${BEFORE}) ${YEAR}`, ([by, before, year]) =>
    untilStart(relationOf([by, before]), wholeYear(Number(year))),
  ),
  rule(`(?:in|during) ${MONTH}(?: ${YEAR})?`, ([month, year], clocks) =>
    during(monthIn(month, year, clocks)),
  ),
  rule(`(?:in|during) ${YEAR}`, ([year]) => during(wholeYear(Number(year)))),
  rule(`(?:within|in|over|during) (?:the )?(?:next|coming) ${NUMBER} ?${UNIT}`, (groups, clocks) =>
    afterDuration('within', groups, clocks),
  ),
  rule(`(?:for|throughout) (?:the )?(?:next|coming) ${NUMBER} ?${UNIT}`, (groups, clocks) =>
    afterDuration('until', groups, clocks),
  ),
  rule(`within ${NUMBER} ?${UNIT}`, (groups, clocks) => afterDuration('within', groups, clocks)),
  rule('within the hour', (_, clocks) => afterDuration('within', ['1', 'hour'], clocks)),
  rule(`in ${NUMBER} ?${UNIT}(?: from now| time)?`, (groups, clocks) =>
    afterDuration('in', groups, clocks),
  ),
  rule('(?:within|in|over) the next (hour|day|week|month|year)', ([unit], clocks) =>
    afterDuration('within', ['1', unit], clocks),
  ),
  rule('(?:later )?(today|tonight)', ([day], clocks) => {
    const days = relativeDay(day, clocks);
    const expiries = days?.map((each) => periodOf(each));
    const startsAt = day === 'today' ? expiries?.[0]?.from : undefined;
    return { relation: 'within', beginsEarlier: true, startsAt, ...(expiries && { expiries }) };
  }),
  rule(`tomorrow${CLOCK}`, ([time, zone], clocks) => {
    const days = relativeDay('tomorrow', clocks);
    if (days && time !== undefined) return onDate(ON, days, [time, zone], false);
    return { relation: 'later', ...(days && { expiries: days.map((each) => periodOf(each)) }) };
  }),
  rule('(?:during |in )?this (week|month|quarter|year)', ([period = ''], clocks) => {
    const end = endOfPresent(period, clocks);
    const startsAt = startOfPresent(period, clocks);
    return { relation: 'within', beginsEarlier: true, startsAt, ...(end && { expiries: [end] }) };
  }),
  rule('(?:during |in )?next (?:week|month|quarter|year)|this weekend', just('later')),
];

/** What can end: "close the week above", "finish 2026 over". */
const PERIODS: readonly Rule[] = [
  rule('(?:the|this) (day|week|month|quarter|year)', ([period = ''], clocks) =>
    atEnd(ON, endOfPresent(period, clocks)),
  ),
  rule('(?:the |this )?(?:year )?(20\\d\\d)', ([year]) =>
    atEnd(ON, periodOf(lastDayOf(wholeYear(Number(year))))),
  ),
  rule(`${MONTH}(?: ${YEAR})?`, ([month, year], clocks) =>
    atEnd(ON, periodOf(lastDayOf(monthIn(month, year, clocks)))),
  ),
  rule(`q([1-4])(?: ${YEAR})?`, ([quarter, year], clocks) =>
    atEnd(ON, periodOf(lastDayOf(quarterIn(quarter, year, clocks)))),
  ),
];

/** The moment that begins at this position: the longest match. */
export const readMoment = (text: string, position: number, clocks: Clocks) =>
  readLongest(RULES, text, position, clocks);

/** The period that begins at this position; the moment is its end. */
export const readPeriod = (text: string, position: number, clocks: Clocks) =>
  readLongest(PERIODS, text, position, clocks);

function readLongest(rules: readonly Rule[], text: string, position: number, clocks: Clocks) {
  let longest: { match: RegExpExecArray; read: Rule[1] } | undefined;
  for (const [pattern, read] of rules) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match && match[0].length > (longest?.match[0].length ?? 0)) longest = { match, read };
  }
  if (!longest) return undefined;
  const [whole, ...groups] = longest.match;
  return {
    moment: { ...understand(longest.read, groups, clocks), text: whole },
    length: whole.length,
  };
}

function understand(read: Rule[1], groups: Groups, clocks: Clocks): Meaning {
  try {
    return read(groups, clocks);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { relation: 'at', problem: error.message };
  }
}
