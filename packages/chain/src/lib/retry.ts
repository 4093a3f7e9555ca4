import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

type Backoff = (failures: number) => number;

interface RetryOptions {
  readonly attempts?: number;
  readonly pauseMs?: Backoff;
  readonly signal?: AbortSignal;
  /** Whether to try again. It may throw another error for the caller. */
  readonly isRetried?: (error: unknown, failures: number) => boolean;
}

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
