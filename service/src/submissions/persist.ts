import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@tote/domain';

const PAUSE_MS = 100;
const PAUSE_MS_MAX = 5_000;

/**
 * For what has to succeed some time, because the chain has decided: goes on while the database or a
 * node is away. `work` is told how often it failed before.
 */
export async function persist<T>(
  work: (failures: number) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work(failures);
    } catch (error) {
      if (!isPassing(error)) throw error;
      const pause = Math.min(PAUSE_MS * 2 ** failures, PAUSE_MS_MAX);
      await sleep(pause, undefined, { signal });
    }
  }
}

/** Refusals of the service itself end by themselves; anything else is a mistake of ours. */
function isPassing(error: unknown): boolean {
  return error instanceof DomainError && error.status >= 500;
}
