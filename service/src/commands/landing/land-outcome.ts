// Sends the outcome of a market. The program refuses an outcome in a slot in which somebody bet in
// the market. That is not a failure: it is sent again in the next slot.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instruction } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { findProgramError, type LandingContext, landAndIngest } from './land-and-ingest.ts';
import { landBatched, type TransactionBatcher } from './land-batched.ts';

/** A few times per slot. */
const RETRY_MS = 100;
/** More than it needs, even with the hash of the largest account. */
const UNITS = 100_000;
/** Not reached in practice: bets end at the market's cutoff or once its condition is met. */
const TRIES_MAX = 600;

export interface OutcomeContext extends LandingContext {
  readonly batcher?: TransactionBatcher;
}

/** At another commitment than `confirmed` it is not batched: a batch has one commitment. */
export async function landOutcome(
  context: OutcomeContext,
  instruction: Instruction,
  keys: readonly [Key, ...Key[]],
  preflight: Preflight = 'confirmed',
): Promise<LandedTransaction> {
  // The same bytes would return the old failure. Another limit makes a new transaction.
  const landAlone = (tries: number) =>
    landAndIngest(context, [instruction], keys, { preflight, computeUnitLimit: UNITS + tries });
  for (let tries = 0; ; tries += 1) {
    try {
      // Only the first time: a retry must not fail the other parts of a batch.
      const isBatched = tries === 0 && preflight === 'confirmed';
      return isBatched ? await landBatched(context, instruction, keys) : await landAlone(tries);
    } catch (error) {
      const mustWaitForSlot = findProgramError(error) === 'BetInThisSlot';
      if (!mustWaitForSlot || tries >= TRIES_MAX || context.signal?.aborted) throw error;
    }
    await sleep(RETRY_MS, undefined, { signal: context.signal });
  }
}
