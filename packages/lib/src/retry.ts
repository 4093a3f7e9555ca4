// Doing again what failed: one loop for everybody.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait after so many failures in a row, at least one. */
export type Backoff = (failures: number) => number;

export interface RetryOptions {
  /** How often it is tried in all. Left out: until it succeeds. */
  readonly attempts?: number;
  /** Left out: at once. */
  readonly pauseMs?: Backoff;
  /** Ends a pause by throwing. An attempt that is under way is not interrupted. */
  readonly signal?: AbortSignal;
  /** Whether another attempt may help. May throw what the caller is told instead of the error. */
  readonly isRetried?: (error: unknown, failures: number) => boolean;
}

/** `work` is told how often it failed before. Throws its last error. */
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

/** Each pause is twice the one before, up to `mostMs`. */
export function backoff(firstMs: number, mostMs = Infinity): Backoff {
  return (failures) => Math.min(firstMs * 2 ** (failures - 1), mostMs);
}

/** Differs between callers that failed together: from half of the pause to all of it. */
export function withJitter(pauseMs: Backoff): Backoff {
  return (failures) => {
    const longest = pauseMs(failures);
    return randomInt(longest / 2, longest);
  };
}
