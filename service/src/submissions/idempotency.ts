// The answer to a request that came before.
import { DomainError, ERRORS, type ErrorCode } from '@tote/domain';
import { findRequest } from '../store/journal/requests.ts';
import type { Db } from '../store/store.ts';
import type { Idempotency, RecordedError } from '../use-cases/use-cases.ts';

/** What the first request with this key made; undefined when there was none. */
export async function findReference(
  db: Db,
  wallet: string,
  { key, requestHash }: Idempotency,
): Promise<string | undefined> {
  const stored = await findRequest(db, wallet, key);
  if (!stored) return undefined;
  if (stored.requestHash !== requestHash) throw new DomainError('idempotency_key_reused');
  // A key that made something else, and is asked for by the very same request: it is under way.
  if (stored.reference === null) throw new DomainError('idempotency_key_busy');
  return stored.reference;
}

/** A failure of ours: the same request may try again under its key. */
export function isOurFault({ code }: RecordedError): boolean {
  return (ERRORS[code as ErrorCode]?.status ?? 500) >= 500;
}
