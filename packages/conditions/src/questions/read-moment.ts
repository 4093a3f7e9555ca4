// Dates and spans as people write them: by Friday, before Dec 31, within 24 hours, at expiry.
import {
  type Clocks,
  DAY,
  type Moment,
  type Relation,
  spanOfDay,
  spanOfWeekday,
  utc,
} from './moment.ts';
import {
  firstOf,
  spanOfDate,
  spanOfDuration,
  spanOfEnd,
  spanOfMonthDay,
  spanOfMonthEnd,
  spanOfRelativeDay,
} from './moment-spans.ts';

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|' +
  'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY =
  '(sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|' +
  'sat(?:urday)?)';
const YEAR = '(20\\d\\d)';
const NUMBER = '(\\d{1,3}|an?|one|two|three|four|five|six|seven|ten|twelve)';
const UNIT = '(minutes?|mins?|hours?|hrs?|h|days?|d|weeks?|months?|years?)';
const CLOCK =
  '(?: (?:at )?(?:\\d{1,2}:\\d\\d ?(?:am|pm)?|\\d{1,2} ?(?:am|pm)|noon|midnight)' +
  '(?: (?:utc|gmt|est|et|pst|cet))?)?';
const BY = '(by|before|on or before|no later than|not later than|prior to|ahead of)';
const AT = '(on|as of)';

/** A pattern and its meaning. The first group is always the preposition, if there is one. */
type Rule = readonly [RegExp, (groups: readonly string[], clocks: Clocks) => Omit<Moment, 'text'>];

const rule = (pattern: string, read: Rule[1]): Rule => [
  new RegExp(`${pattern}(?![a-z0-9])`, 'y'),
  read,
];
const relationOf = (word = ''): Relation => (/^(on|as of|at)$/.test(word) ? 'at' : 'before');
const just =
  (relation: Relation): Rule[1] =>
  () => ({ relation });

const EXPIRY =
  '(?:the )?(?:market )?(?:expiry|expiration|deadline|maturity|resolution|settlement)(?: date' +
  '| time)?';
const MARKET_ENDS = '(?:the market|this market|it) (?:closes|expires|ends|resolves|settles)';

const RULES: readonly Rule[] = [
  rule(
    `(?:(?:at )?any ?time |at any (?:point|moment) )?${BY} (?:${EXPIRY}|${MARKET_ENDS})`,
    just('before'),
  ),
  rule('(?:(?:at )?any ?time|at any (?:point|moment|time)|ever)(?: before then)?', just('before')),
  rule(`(?:at|on|upon) ${EXPIRY}`, just('at')),
  rule(`when ${MARKET_ENDS}|at (?:market )?close|at the end`, just('at')),
  // 2026-12-31
  rule(
    `(?:${BY}|${AT}) ${YEAR}-(\\d\\d)-(\\d\\d)(?:t[\\d:]+z)?${CLOCK}`,
    ([by, on, year, month, day]) => {
      return { relation: relationOf(by ?? on), span: spanOfDate(year, Number(month) - 1, day) };
    },
  ),
  // December 31st 2026
  rule(
    `(?:${BY}|${AT}) (?:the )?${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?: ${YEAR})?${CLOCK}`,
    ([by, on, month = '', day, year], clocks) => {
      return { relation: relationOf(by ?? on), span: spanOfMonthDay(month, day, year, clocks) };
    },
  ),
  // 31 December 2026
  rule(
    `(?:${BY}|${AT}) (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?: ${YEAR})?${CLOCK}`,
    ([by, on, day, month = '', year], clocks) => {
      return { relation: relationOf(by ?? on), span: spanOfMonthDay(month, day, year, clocks) };
    },
  ),
  rule(
    `(?:${BY}|${AT}) (?:(this|next|coming|the coming) )?${WEEKDAY}${CLOCK}`,
    ([by, on, which, day = ''], clocks) => {
      const span = spanOfWeekday(
        WEEKDAYS.indexOf(day.slice(0, 3)),
        clocks,
        which === 'next' ? 2 : 1,
      );
      return { relation: relationOf(by ?? on), span };
    },
  ),
  rule(`(?:${BY}|${AT}) (today|tonight|tomorrow)${CLOCK}`, ([by, on, day], clocks) => {
    return { relation: relationOf(by ?? on), span: spanOfRelativeDay(day, clocks) };
  }),
  rule(
    `(?:${BY}|(on|as of|at)) (?:the )?(?:end of|close of) (?:the |this )?(day|week|month|` +
      `quarter|year)`,
    ([by, at, period], clocks) => {
      return { relation: relationOf(by ?? at), span: spanOfEnd(period, clocks) };
    },
  ),
  rule(`(?:${BY}|(at)) (eod|eow|eom|eoy)`, ([by, at, short], clocks) => {
    const period = { eod: 'day', eow: 'week', eom: 'month', eoy: 'year' }[short ?? ''];
    return { relation: relationOf(by ?? at), span: spanOfEnd(period, clocks) };
  }),
  rule(
    `(?:${BY}|(on|as of|at)) (?:the )?end of ${MONTH}(?: ${YEAR})?`,
    ([by, at, month = '', year], clocks) => {
      return { relation: relationOf(by ?? at), span: spanOfMonthEnd(month, year, clocks) };
    },
  ),
  rule(`(?:${BY}|(on|as of|at)) (?:the )?end of ${YEAR}`, ([by, at, year]) => {
    return { relation: relationOf(by ?? at), span: spanOfDay(utc(Number(year), 11, 31)) };
  }),
  rule(`${BY} ${MONTH}(?: ${YEAR})?`, ([, month = '', year], clocks) => {
    const first = firstOf(month, year, clocks);
    const end = spanOfMonthEnd(month, year, clocks);
    return { relation: 'before', span: { from: spanOfDay(first - DAY).from, to: end.to } };
  }),
  rule(`${BY} ${YEAR}`, ([, year]) => {
    return { relation: 'before', span: spanOfDay(utc(Number(year), 0, 0), 2) };
  }),
  rule(`(?:in|during) ${MONTH}(?: ${YEAR})?`, ([month = '', year], clocks) => {
    const startsAt = firstOf(month, year, clocks);
    return { relation: 'during', startsAt, span: spanOfMonthEnd(month, year, clocks) };
  }),
  rule(`(?:in|during) ${YEAR}`, ([year]) => {
    const startsAt = utc(Number(year), 0, 1);
    return { relation: 'during', startsAt, span: spanOfDay(utc(Number(year), 11, 31)) };
  }),
  rule(
    `(?:within|in|over|during) (?:the )?(?:next|coming) ${NUMBER} ${UNIT}`,
    ([count, unit], clocks) => {
      return { relation: 'within', span: spanOfDuration(count, unit, clocks) };
    },
  ),
  rule(`within ${NUMBER} ${UNIT}`, ([count, unit], clocks) => {
    return { relation: 'within', span: spanOfDuration(count, unit, clocks) };
  }),
  rule(`in ${NUMBER} ${UNIT}(?: from now| time)?`, ([count, unit], clocks) => {
    return { relation: 'in', span: spanOfDuration(count, unit, clocks) };
  }),
  rule('(?:within|in|over) the next (hour|day|week|month|year)', ([unit], clocks) => {
    return { relation: 'within', span: spanOfDuration('1', unit, clocks) };
  }),
  rule('(?:later )?(today|tonight)', ([day], clocks) => {
    return { relation: 'within', span: spanOfRelativeDay(day, clocks) };
  }),
  rule('tomorrow', (_groups, clocks) => {
    return { relation: 'later', span: spanOfRelativeDay('tomorrow', clocks) };
  }),
  rule('(?:during |in )?this (week|month|quarter|year)', ([period], clocks) => {
    return { relation: 'within', span: spanOfEnd(period, clocks) };
  }),
  rule('(?:during |in )?next (?:week|month|quarter|year)|this weekend', just('later')),
];

interface FoundMoment {
  readonly moment: Moment;
  readonly length: number;
}

/** The moment that begins at this position: the longest match. */
export function readMoment(
  text: string,
  position: number,
  clocks: Clocks,
): FoundMoment | undefined {
  let longest: FoundMoment | undefined;
  for (const [pattern, read] of RULES) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (!match || match[0].length <= (longest?.length ?? 0)) continue;
    const [whole, ...groups] = match;
    const moment = { ...read(groups, clocks), text: whole, timeOfDay: readTimeOfDay(whole) };
    longest = { moment, length: whole.length };
  }
  return longest;
}

const UTC_CLOCK = / (?:(\d{1,2})(?::(\d\d))? ?(am|pm)?|(noon)|(midnight)) (?:utc|gmt)$/;

/** Seconds since midnight UTC; undefined for other time zones. */
function readTimeOfDay(text: string): number | undefined {
  const match = UTC_CLOCK.exec(text);
  if (!match) return undefined;
  const [, hour = '0', minute = '0', half, noon] = match;
  if (noon) return DAY / 2;
  const hours = half ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour);
  return (hours * 3_600 + Number(minute) * 60) % DAY;
}
