const FIRST_MS = 5_000;
const FACTOR = 3;
const LONGEST_MS = 4 * 60 * 60_000;
/** Of the delay, more or less: receivers that failed together are not tried together. */
const JITTER = 0.2;

/** From the first failure on: then the webhook ends. */
export const RETRY_MS_MAX = 24 * 60 * 60_000;

/** The pause after so many failures in a row: 5 s, 15 s and so on. `random` is from 0 to 1. */
export function retryDelayMs(failures: number, random: number): number {
  const delay = Math.min(FIRST_MS * FACTOR ** (failures - 1), LONGEST_MS);
  return Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
