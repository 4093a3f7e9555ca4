// How often a series has a round. Rounds begin at whole multiples in UTC: days at midnight, weeks
// on Monday, months on the first. UTC has no summer time.
import { addSeconds, type UnixSeconds, unixSeconds } from './time.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Each divides a day, or the next longer one. */
const SECONDS = {
  ...{ '1m': MINUTE, '5m': 5 * MINUTE, '10m': 10 * MINUTE, '15m': 15 * MINUTE },
  ...{ '30m': 30 * MINUTE, '1h': HOUR, '2h': 2 * HOUR, '4h': 4 * HOUR, '6h': 6 * HOUR },
  ...{ '12h': 12 * HOUR, '1d': DAY, '1w': 7 * DAY },
} as const;

export type Cadence = keyof typeof SECONDS | '1mo';
export const CADENCES = [...Object.keys(SECONDS), '1mo'] as readonly Cadence[];

/** Unix time began on a Thursday. */
const FIRST_MONDAY = 4 * DAY;

/** When the round begins that the moment is in, or the one that is `offset` rounds later. */
export function roundStart(cadence: Cadence, at: UnixSeconds, offset = 0): UnixSeconds {
  if (cadence === '1mo') {
    const date = new Date(at * 1_000);
    return unixSeconds(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset) / 1_000);
  }
  const seconds = SECONDS[cadence];
  const origin = cadence === '1w' ? FIRST_MONDAY : 0;
  const index = Math.floor((at - origin) / seconds) + offset;
  return unixSeconds(origin + index * seconds);
}

/** How many rounds later than the first the second begins. */
export function countRounds(cadence: Cadence, from: UnixSeconds, to: UnixSeconds): number {
  if (cadence !== '1mo') return (to - from) / SECONDS[cadence];
  const months = (at: UnixSeconds) => {
    const date = new Date(at * 1_000);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  return months(to) - months(from);
}

/** How long the longest round takes. */
export const cadenceSeconds = (cadence: Cadence): number =>
  cadence === '1mo' ? 31 * DAY : SECONDS[cadence];

export const roundEnd = (cadence: Cadence, start: UnixSeconds): UnixSeconds =>
  cadence === '1mo' ? roundStart(cadence, start, 1) : addSeconds(start, SECONDS[cadence]);
