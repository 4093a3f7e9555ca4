// Nonces of wallet signatures. Each is accepted once, across all replicas.
import { addSeconds, LIMITS, type UnixSeconds } from '@tote/domain';
import type { Db } from '../store.ts';

interface UsedNonce {
  readonly wallet: string;
  readonly nonce: string;
  /** SHA-256 of the signed text, hex. */
  readonly requestHash: string;
  readonly idempotencyKey: string | null;
  readonly signedAt: UnixSeconds;
}

/** A replica with another clock must not delete a nonce that this one still accepts. */
const CLOCK_DIFFERENCE_SECONDS_MAX = 60;

/**
 * True when the request is accepted: the nonce is new, or it is an identical retry with the same
 * Idempotency-Key, which gets the stored answer.
 */
export async function useNonce(db: Db, used: UsedNonce): Promise<boolean> {
  const { wallet, nonce, requestHash, idempotencyKey, signedAt } = used;
  const kept = LIMITS.signatureAgeSecondsMax + 1 + CLOCK_DIFFERENCE_SECONDS_MAX;
  const inserted = await db
    .insertInto('nonces')
    .values({
      wallet,
      nonce,
      request_hash: requestHash,
      idempotency_key: idempotencyKey,
      expires_at: BigInt(addSeconds(signedAt, kept)),
    })
    .onConflict((conflict) => conflict.columns(['wallet', 'nonce']).doNothing())
    .returning('nonce')
    .executeTakeFirst();
  if (inserted) return true;
  if (idempotencyKey === null) return false;
  const first = await db
    .selectFrom('nonces')
    .select(['request_hash', 'idempotency_key'])
    .where('wallet', '=', wallet)
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  return first?.request_hash === requestHash && first.idempotency_key === idempotencyKey;
}
