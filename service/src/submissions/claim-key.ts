// Binds an Idempotency-Key to the result of its request.
import { DomainError } from '@tote/domain';
import { claimRequests, findRequest, moveRequest } from '../store/journal/requests.ts';
import type { Db } from '../store/store.ts';
import type { Idempotency } from '../use-cases/use-cases.ts';

export interface KeyedRequest extends Idempotency {
  /** An earlier result that was a server error. The key moves from it to the new one. */
  readonly takesOver?: string;
}

export interface KeyClaim {
  readonly wallet: string;
  readonly request: KeyedRequest;
  /** Identifies what the request creates: a signature, a bet id or the like. */
  readonly reference: string;
  readonly wallMs: number;
}

/**
 * Returns the reference that has the key: the new one, or that of an earlier equal request. Refuses
 * a key that was used for another request. Call it in the SQL transaction that stores the result.
 */
export async function claimKey(db: Db, claim: KeyClaim): Promise<string> {
  const { wallet, request, reference, wallMs } = claim;
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
