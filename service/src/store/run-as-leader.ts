import type { Store } from './store.ts';

/** Runs the work once, while no other replica runs work of this role. */
export function runAsLeader<T>(
  store: Pick<Store, 'lead'>,
  role: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    const stop = store.lead(role, async (signal) => {
      if (isDone) return;
      isDone = true;
      await work(signal).then(resolve, reject);
      // Not awaited: it waits for this function.
      void stop();
    });
  });
}
