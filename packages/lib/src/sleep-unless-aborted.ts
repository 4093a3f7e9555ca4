import { setTimeout as sleep } from 'node:timers/promises';

/** For loops that run until they are stopped: returns early when they are. Keeps no process alive. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
