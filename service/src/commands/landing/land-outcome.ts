// The outcome of a market on its way to the chain. The program takes none in a slot in which
// somebody bet in the market: that is no failure, the next slot takes it.
import type { Instruction } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { retry } from '@tote/lib/retry';
import { type Actor, findProgramError, landAndIngest } from './land-and-ingest.ts';
import { type LandTogether, landTogether } from './land-together.ts';

/** A few times per slot. */
const AGAIN_MS = 100;
/** More than it takes, with the hash of the largest account. */
const UNITS = 100_000;
/** Bets end with the market's cutoff, or once its condition is met: this is never reached. */
const ATTEMPTS = 600;

export interface OutcomeActor extends Actor {
  readonly together?: LandTogether;
}

/** At another commitment than `confirmed` it goes by itself: those that go together share one. */
export async function landOutcome(
  actor: OutcomeActor,
  instruction: Instruction,
  keys: readonly [Key, ...Key[]],
  preflight: Preflight = 'confirmed',
): Promise<LandedTransaction> {
  // One that landed and failed would be answered with itself: another limit makes another one.
  const landAlone = (failures: number) =>
    landAndIngest(actor, [instruction], keys, { preflight, computeUnitLimit: UNITS + failures });
  const land = (failures: number) => {
    // Only at first: it must not fail the others again.
    const isShared = failures === 0 && preflight === 'confirmed';
    return isShared ? landTogether(actor, instruction, keys) : landAlone(failures);
  };
  return retry(land, {
    attempts: ATTEMPTS,
    pauseMs: () => AGAIN_MS,
    signal: actor.signal,
    isRetried: (error) =>
      findProgramError(error) === 'BetInThisSlot' && actor.signal?.aborted !== true,
  });
}
