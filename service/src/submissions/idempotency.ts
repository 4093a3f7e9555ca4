import { pollUntil } from '@tote/chain/lib/poll-until';
import { DomainError, ERRORS, type ErrorCode } from '@tote/domain';
import { claimRequests, findRequest, moveRequest } from '../store/journal/requests.ts';
import type { Db } from '../store/store.ts';
import type { RecordedError } from './records.ts';

const POLL_MS = 100;

export async function findReference(db: Db, wallet: string, { key, requestHash }: Idempotency) {
  const stored = await findRequest(db, wallet, key);
  if (!stored) return undefined;
  if (stored.requestHash !== requestHash) throw new DomainError('idempotency_key_reused');
  // The first request has the key but no result yet.
  if (stored.reference === null) throw new DomainError('idempotency_key_busy');
  return stored.reference;
}

export const isServerError = ({ code }: RecordedError): boolean =>
  (ERRORS[code as ErrorCode]?.status ?? 500) >= 500;

export function awaitFinal<T>(
  read: () => Promise<T>,
  isFinal: (value: T) => boolean,
  waitMs: number,
): Promise<T> {
  return pollUntil(read, isFinal, { everyMs: POLL_MS, withinMs: waitMs });
}

export interface KeyedRequest extends Idempotency {
  readonly takesOver?: string;
}

export interface KeyClaim {
  readonly wallet: string;
  readonly request: KeyedRequest | undefined;
  readonly reference: string;
  readonly wallMs: number;
}

/** Returns the reference that has the key. Call it in the SQL transaction of the result. */
export async function claimKey(db: Db, claim: KeyClaim): Promise<string> {
  const { wallet, request, reference, wallMs } = claim;
  if (!request) return reference;
  const { key: idempotencyKey, requestHash, takesOver } = request;
  if (takesOver !== undefined) {
    if (await moveRequest(db, { wallet, idempotencyKey }, takesOver, reference)) return reference;
  } else {
    const createdAt = BigInt(Math.floor(wallMs / 1_000));
    const row = { wallet, idempotencyKey, requestHash, reference, createdAt };
    if ((await claimRequests(db, [row])).has(reference)) return reference;
  }
  const first = await findRequest(db, wallet, idempotencyKey);
  if (first?.requestHash !== requestHash || first.reference === null) {
    throw new DomainError('idempotency_key_reused');
  }
  return first.reference;
}

export interface Idempotency {
  readonly key: string;
  readonly requestHash: string;
}
