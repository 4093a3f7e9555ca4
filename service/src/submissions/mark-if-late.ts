import type { ChainClock } from '@tote/chain/chain';
import type { SignedTransaction } from '@tote/chain/landing';

/** Well below the age at which recovery treats a submission as orphaned. */
const LATE_SECONDS = 3;

/**
 * Another replica's recovery may have sent a submission that has been in the journal for a while.
 * Then a node's refusal does not prove that it never landed.
 */
export function markIfLate(
  signed: SignedTransaction,
  clock: Pick<ChainClock, 'now'>,
  createdAt: bigint,
): SignedTransaction {
  const isLate = BigInt(clock.now()) - createdAt >= BigInt(LATE_SECONDS);
  return isLate ? { ...signed, mayHaveBeenSent: true } : signed;
}
