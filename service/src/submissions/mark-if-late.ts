import type { ChainClock } from '@tote/chain/chain';
import type { SignedTransaction } from '@tote/chain/landing';

/** Well below the age at which recovery takes a submission for an orphan. */
const LATE_SECONDS = 3;

/**
 * A submission that lay in the journal for a while may have been sent by the recovery of another
 * replica: then a node that refuses it to us says nothing about what became of it.
 */
export function markIfLate(
  signed: SignedTransaction,
  clock: Pick<ChainClock, 'now'>,
  createdAt: bigint,
): SignedTransaction {
  const isLate = BigInt(clock.now()) - createdAt >= BigInt(LATE_SECONDS);
  return isLate ? { ...signed, mayHaveBeenSent: true } : signed;
}
