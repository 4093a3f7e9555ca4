// Retries work that must succeed eventually, because the chain has already decided.
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@tote/domain';

const PAUSE_MS = 100;
const PAUSE_MS_MAX = 5_000;

/** Repeats `work`, with the number of failures, while the database or a node is unavailable. */
export async function retryWhileUnavailable<T>(
  work: (failures: number) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work(failures);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const pause = Math.min(PAUSE_MS * 2 ** failures, PAUSE_MS_MAX);
      await sleep(pause, undefined, { signal });
    }
  }
}

/** Server errors are temporary; any other error is a bug or a refusal and is thrown. */
function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.status >= 500;
}
