import { setTimeout as sleep } from 'node:timers/promises';

/** What the work gives, or undefined when it takes longer. The work itself goes on. */
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
