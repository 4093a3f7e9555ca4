// Time zones as people write them: ET, PST, UTC+2, Europe/Berlin.
import { Temporal } from 'temporal-polyfill';
import { Refused } from './said.ts';

/** An abbreviation of a zone whatever the season, or of its time in one season. */
interface Abbreviation {
  readonly zone: string;
  /** Hours from UTC. Left out: whatever is in force there. */
  readonly hours?: number;
}

const [EASTERN, CENTRAL] = ['America/New_York', 'America/Chicago'];
const [MOUNTAIN, PACIFIC] = ['America/Denver', 'America/Los_Angeles'];

/** Left out where it is used for several zones: CST, IST. */
const ABBREVIATIONS: Readonly<Record<string, Abbreviation>> = {
  ...{ utc: { zone: 'UTC' }, gmt: { zone: 'UTC' }, z: { zone: 'UTC' } },
  ...{ et: { zone: EASTERN }, ct: { zone: CENTRAL } },
  ...{ mt: { zone: MOUNTAIN }, pt: { zone: PACIFIC } },
  ...{ est: { zone: EASTERN, hours: -5 }, edt: { zone: EASTERN, hours: -4 } },
  ...{ cdt: { zone: CENTRAL, hours: -5 } },
  ...{ mst: { zone: MOUNTAIN, hours: -7 }, mdt: { zone: MOUNTAIN, hours: -6 } },
  ...{ pst: { zone: PACIFIC, hours: -8 }, pdt: { zone: PACIFIC, hours: -7 } },
  ...{ bst: { zone: 'Europe/London', hours: 1 } },
  ...{ cet: { zone: 'Europe/Berlin', hours: 1 }, cest: { zone: 'Europe/Berlin', hours: 2 } },
  ...{ eet: { zone: 'Europe/Athens', hours: 2 }, eest: { zone: 'Europe/Athens', hours: 3 } },
  ...{ msk: { zone: 'Europe/Moscow' }, jst: { zone: 'Asia/Tokyo' }, kst: { zone: 'Asia/Seoul' } },
  ...{ sgt: { zone: 'Asia/Singapore' }, hkt: { zone: 'Asia/Hong_Kong' } },
  ...{ aest: { zone: 'Australia/Sydney', hours: 10 } },
  ...{ aedt: { zone: 'Australia/Sydney', hours: 11 } },
};

const NAMED = {
  'eastern time': EASTERN,
  'central time': CENTRAL,
  'mountain time': MOUNTAIN,
  'pacific time': PACIFIC,
  'new york time': EASTERN,
  'london time': 'Europe/London',
} as const;

/** Matches the text of a zone, in lower case. The longer forms come first. */
export const ZONE =
  '((?:utc|gmt) ?[+-] ?\\d{1,2}(?::?\\d\\d)?|[a-z]+/[a-z_]+(?:/[a-z_]+)?|' +
  `${Object.keys(NAMED).join('|')}|${Object.keys(ABBREVIATIONS).join('|')})`;

/** The moment of a date and time in a zone, in Unix seconds. Throws `Refused` if it has none. */
export function momentIn(zone: string | undefined, local: Temporal.PlainDateTime): number {
  const { id, hours } = findZone(zone);
  const moment = local.toZonedDateTime(id);
  const isInForce = hours === undefined || moment.offsetNanoseconds === hours * 3_600e9;
  if (!isInForce) throw new Refused(`"${zone}" is not in force on that day`);
  return moment.epochMilliseconds / 1_000;
}

/** Today in a zone. */
export function dayIn(zone: string | undefined, at: number): Temporal.PlainDate {
  const instant = Temporal.Instant.fromEpochMilliseconds(at * 1_000);
  return instant.toZonedDateTimeISO(findZone(zone).id).toPlainDate();
}

function findZone(zone = 'utc'): { id: string; hours?: number } {
  const known = ABBREVIATIONS[zone];
  if (known) return { id: known.zone, hours: known.hours };
  if (Object.hasOwn(NAMED, zone)) return { id: NAMED[zone as keyof typeof NAMED] };
  const offset = /^(?:utc|gmt) ?([+-]) ?(\d{1,2})(?::?(\d\d))?$/.exec(zone);
  const [, sign, hours = '', minutes = '00'] = offset ?? [];
  const id = offset ? `${sign}${hours.padStart(2, '0')}:${minutes}` : zone;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(id);
  } catch {
    throw new Refused(`the time zone "${zone}" is not known`);
  }
  return { id };
}
