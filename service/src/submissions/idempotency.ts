// Finds the result of an earlier request with the same Idempotency-Key.

import { pollUntil } from '@tote/chain/lib/poll-until';
import { DomainError, ERRORS, type ErrorCode } from '@tote/domain';
import { findRequest } from '../store/journal/requests.ts';
import type { Db } from '../store/store.ts';
import type { Idempotency, RecordedError } from '../use-cases/use-cases.ts';

const POLL_MS = 100;

/** The reference of the first request with this key; undefined if there was none. */
export async function findReference(
  db: Db,
  wallet: string,
  { key, requestHash }: Idempotency,
): Promise<string | undefined> {
  const stored = await findRequest(db, wallet, key);
  if (!stored) return undefined;
  if (stored.requestHash !== requestHash) throw new DomainError('idempotency_key_reused');
  // The first request has the key but no result yet.
  if (stored.reference === null) throw new DomainError('idempotency_key_busy');
  return stored.reference;
}

/** Whether the failure was ours: then the same request may be retried under its key. */
export function isServerError({ code }: RecordedError): boolean {
  return (ERRORS[code as ErrorCode]?.status ?? 500) >= 500;
}

/** Reads until the value is final or the time is over, and returns the last value. */
export function awaitFinal<T>(
  read: () => Promise<T>,
  isFinal: (value: T) => boolean,
  waitMs: number,
): Promise<T> {
  return pollUntil(read, isFinal, { everyMs: POLL_MS, withinMs: waitMs });
}
