// Sends the outcome of a market. Unless an outcome can be vetoed, the program refuses it in a slot
// with a bet in the market. That is not a failure: it is sent again in the next slot.
import type { Instruction } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { retry } from '@tote/chain/lib/retry';
import {
  findProgramError,
  type LandingContext,
  landAndIngest,
} from '../submissions/land-and-ingest.ts';
import { landBatched } from '../submissions/land-batched.ts';

/** A few times per slot. */
const RETRY_MS = 100;
/** More than it needs, even with the hash of the largest account. */
const UNITS = 100_000;
/** Not reached in practice: bets end at the market's cutoff or once its condition is met. */
const ATTEMPTS = 600;

/** At another commitment than `confirmed` it is not batched: a batch has one commitment. */
export async function landOutcome(
  context: LandingContext,
  instruction: Instruction,
  keys: readonly [Key, ...Key[]],
  preflight: Preflight = 'confirmed',
): Promise<LandedTransaction> {
  // The same bytes would return the old failure. Another limit makes a new transaction.
  const landAlone = (failures: number) =>
    landAndIngest(context, [instruction], keys, { preflight, computeUnitLimit: UNITS + failures });
  const land = (failures: number) => {
    // Only the first time: a retry must not fail the other parts of a batch.
    const isBatched = failures === 0 && preflight === 'confirmed';
    return isBatched ? landBatched(context, instruction, keys) : landAlone(failures);
  };
  return retry(land, {
    attempts: ATTEMPTS,
    pauseMs: () => RETRY_MS,
    signal: context.signal,
    isRetried: (error) =>
      findProgramError(error) === 'BetInThisSlot' && context.signal?.aborted !== true,
  });
}
