import { DomainError, type UnixSeconds, unixSeconds } from '@tote/domain';
import { fieldName } from './explain-error.ts';

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(?:Z|([+-])(\d\d):(\d\d))$/;
const SECONDS_MAX = 253_402_300_799;

/**
 * Parses ISO 8601 text to whole seconds. `Date.parse` accepts the 30th of February, times without a
 * zone and more, so the parsed time is formatted again and compared with the text.
 */
export function readInstant(value: unknown, path: string): UnixSeconds {
  const match = typeof value === 'string' ? INSTANT.exec(value) : null;
  const [, local = '', sign, hours = '0', minutes = '0'] = match ?? [];
  const localMs = Date.parse(`${local}Z`);
  const isReal = !Number.isNaN(localMs) && new Date(localMs).toISOString() === `${local}.000Z`;
  if (!isReal || Number(hours) > 23 || Number(minutes) > 59) {
    throw new DomainError('timestamp_malformed', { field: fieldName(path) });
  }
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1);
  const seconds = localMs / 1000 - offset;
  // Clamped: a time before 1970 is refused as past, and one after 9999 as too far.
  return unixSeconds(Math.min(Math.max(seconds, 0), SECONDS_MAX));
}
