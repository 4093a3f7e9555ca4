import { DomainError } from '@tote/domain';
import { backoff, retry } from '@tote/lib/retry';

const PAUSE_MS = backoff(100, 5_000);

/**
 * For what has to succeed some time, because the chain has decided: goes on while the database or a
 * node is away. `work` is told how often it failed before.
 */
export function persist<T>(
  work: (failures: number) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return retry(work, { pauseMs: PAUSE_MS, signal, isRetried: isPassing });
}

/** Refusals of the service itself end by themselves; anything else is a mistake of ours. */
function isPassing(error: unknown): boolean {
  return error instanceof DomainError && error.status >= 500;
}
