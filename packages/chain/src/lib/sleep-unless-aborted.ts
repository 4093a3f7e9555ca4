import { setTimeout as sleep } from 'node:timers/promises';

/** Sleeps, but returns early without an error if aborted. It does not keep the process alive. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
