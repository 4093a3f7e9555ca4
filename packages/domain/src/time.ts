import type { Brand } from './brand.ts';

/** Whole seconds since 1970 UTC by the chain's clock. */
export type UnixSeconds = Brand<number, 'UnixSeconds'>;

/** The last second with a four-digit year in ISO 8601. */
export const UNIX_SECONDS_MAX = 253_402_300_799;

/** Takes both types, because program accounts contain bigints and clocks return numbers. */
export function unixSeconds(value: number | bigint): UnixSeconds {
  const seconds = Number(value);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > UNIX_SECONDS_MAX) {
    throw new RangeError(`unixSeconds: ${value} is not a second between 1970 and 9999`);
  }
  return seconds as UnixSeconds;
}

/** A wallet may write any 64-bit time on chain: the nearest one that a date can hold. */
export function nearestUnixSeconds(value: bigint): UnixSeconds {
  if (value < 0n) return unixSeconds(0);
  return unixSeconds(value > UNIX_SECONDS_MAX ? UNIX_SECONDS_MAX : value);
}

export const unixSecondsAt = (ms: number): UnixSeconds => unixSeconds(Math.floor(ms / 1_000));

export function addSeconds(at: UnixSeconds, seconds: number): UnixSeconds {
  return unixSeconds(at + seconds);
}

/** ISO 8601 in UTC (`Z`), without a fraction, because times on chain have none. */
export function formatInstant(at: UnixSeconds): string {
  return new Date(at * 1000).toISOString().replace('.000Z', 'Z');
}

/** In a sentence: `2026-11-17 15:34:54 UTC`, without seconds if they are zero. */
export function describeInstant(at: UnixSeconds): string {
  return formatInstant(at)
    .replace('T', ' ')
    .replace(/(:00)?Z$/, ' UTC');
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** In the largest unit that divides it: `90 minutes`. */
export function describeDuration(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  return `${seconds / size} ${unit}${seconds === size ? '' : 's'}`;
}
