import { DomainError, type UnixSeconds } from '@tote/domain';
import { claimRequests, findRequest } from '../store/journal/requests.ts';
import type { Db } from '../store/store.ts';
import type { Idempotency } from '../use-cases/use-cases.ts';

/**
 * What this request made before, if it did; otherwise `reference` is remembered as what it makes.
 * Refuses an Idempotency-Key that came with another request. Call it inside a write.
 */
export async function claimReference(
  db: Db,
  claim: { wallet: string; idempotency: Idempotency; reference: string; at: UnixSeconds },
): Promise<string> {
  const { wallet, idempotency, reference, at } = claim;
  const { key: idempotencyKey, requestHash } = idempotency;
  const request = { wallet, idempotencyKey, requestHash, reference, createdAt: BigInt(at) };
  if ((await claimRequests(db, [request])).has(reference)) return reference;
  const first = await findRequest(db, wallet, idempotencyKey);
  if (first?.requestHash !== requestHash || first.reference === null) {
    throw new DomainError('idempotency_key_reused');
  }
  return first.reference;
}
