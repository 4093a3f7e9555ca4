// The outcome of a market on its way to the chain. The program takes none in a slot in which
// somebody bet in the market: that is no failure, the next slot takes it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instruction } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { type Actor, findProgramError, landAndIngest } from './land-and-ingest.ts';
import { type LandTogether, landTogether } from './land-together.ts';

/** A few times per slot. */
const AGAIN_MS = 100;
/** More than it takes, with the hash of the largest account. */
const UNITS = 100_000;
/** Bets end with the market's cutoff, or once its condition is met: this is never reached. */
const TRIES_MAX = 600;

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
  const landAlone = (tries: number) =>
    landAndIngest(actor, [instruction], keys, { preflight, computeUnitLimit: UNITS + tries });
  for (let tries = 0; ; tries += 1) {
    try {
      // Only at first: it must not fail the others again.
      const isShared = tries === 0 && preflight === 'confirmed';
      return isShared ? await landTogether(actor, instruction, keys) : await landAlone(tries);
    } catch (error) {
      const isNextSlots = findProgramError(error) === 'BetInThisSlot';
      if (!isNextSlots || tries >= TRIES_MAX || actor.signal?.aborted) throw error;
    }
    await sleep(AGAIN_MS, undefined, { signal: actor.signal });
  }
}
