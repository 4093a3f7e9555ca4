import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/** Until the test ends time stands still; `vi.advanceTimersByTimeAsync` lets it pass. */
export function fakeClock(): void {
  vi.useFakeTimers();
  // Vitest leaves this module alone.
  const real = timers.setTimeout;
  timers.setTimeout = sleep;
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.useRealTimers();
    timers.setTimeout = real;
    syncBuiltinESMExports();
  });
}

const sleep: typeof timers.setTimeout = (ms, value, { signal } = {}) =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) return abort();
    const timer = setTimeout(() => resolve(value as never), ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      abort();
    });
  });
