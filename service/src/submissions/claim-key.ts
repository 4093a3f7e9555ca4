import { DomainError } from '@tote/domain';
import { claimRequests, findRequest, moveRequest } from '../store/journal/requests.ts';
import type { Db } from '../store/store.ts';
import type { Idempotency } from '../use-cases/use-cases.ts';

export interface KeyedRequest extends Idempotency {
  /** What the request made before and failed for our reasons: the key moves on to the new try. */
  readonly takesOver?: string;
}

export interface KeyClaim {
  readonly wallet: string;
  readonly request: KeyedRequest;
  /** What the request makes now. */
  readonly reference: string;
  readonly wallMs: number;
}

/**
 * Binds an Idempotency-Key to what its request makes. Gives the reference that has the key: ours,
 * or what the same request made before. Refuses a key that came with another request. Call it in
 * the SQL transaction that stores what is made.
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
