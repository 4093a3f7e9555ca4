import { setTimeout as sleep } from 'node:timers/promises';

/** The result of the work, or undefined after a timeout. The work itself is not cancelled. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const timer = new AbortController();
  const timeout = sleep(ms, undefined, { signal: timer.signal, ref: false });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
  }
}
