// The retry loop of all packages, with backoff and jitter.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The pause in milliseconds after this many consecutive failures, at least one. */
type Backoff = (failures: number) => number;

interface RetryOptions {
  /** Maximum number of attempts. Default: until it succeeds. */
  readonly attempts?: number;
  readonly pauseMs?: Backoff;
  /** Aborts a pause, which then throws. A running attempt is not interrupted. */
  readonly signal?: AbortSignal;
  /** Whether to try again. It may throw another error for the caller. */
  readonly isRetried?: (error: unknown, failures: number) => boolean;
}

/** `work` gets the number of failures so far. If all attempts fail, its last error is thrown. */
export async function retry<T>(
  work: (failures: number) => Promise<T>,
  { attempts = Infinity, pauseMs, signal, isRetried = () => true }: RetryOptions,
): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await work(failures);
    } catch (error) {
      failures += 1;
      if (!isRetried(error, failures) || failures >= attempts) throw error;
    }
    if (pauseMs) await sleep(pauseMs(failures), undefined, { signal });
  }
}

/** Exponential backoff: each pause is twice the one before, up to `mostMs`. */
export function backoff(firstMs: number, mostMs = Infinity): Backoff {
  return (failures) => Math.min(firstMs * 2 ** (failures - 1), mostMs);
}

/** A random pause from half to all of the given one, so that callers do not retry all at once. */
export function withJitter(pauseMs: Backoff): Backoff {
  return (failures) => {
    const longest = pauseMs(failures);
    return randomInt(longest / 2, longest);
  };
}
