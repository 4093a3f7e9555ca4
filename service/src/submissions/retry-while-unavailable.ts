// Retries work that must succeed eventually, because the chain has already decided.

import { backoff, retry } from '@tote/chain/lib/retry';
import { DomainError } from '@tote/domain';

const pauseMs = backoff(100, 5_000);

/** Repeats `work`, with the number of failures, while the database or a node is unavailable. */
export function retryWhileUnavailable<T>(
  work: (failures: number) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return retry(work, { pauseMs, signal, isRetried: isUnavailable });
}

/** Server errors are temporary; any other error is a bug or a refusal and is thrown. */
function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.status >= 500;
}
