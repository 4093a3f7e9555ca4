import { LIMITS } from './limits.ts';

/**
 * Which bet ids of one delegate epoch were used. Bit i of `seen` stands for the id `highest - i`.
 * Ids may arrive in any order and leave gaps: an id that is never used blocks nothing.
 */
export interface BetWindow {
  readonly highest: number;
  readonly seen: bigint;
}

type BetIdVerdict = 'Fresh' | 'Duplicate' | 'IdTooOld' | 'IdTooFar';

/** No id was used yet, so the id 0 is valid once. */
export const EMPTY_BET_WINDOW: BetWindow = { highest: 0, seen: 0n };

const SEEN_MASK = 2n ** BigInt(LIMITS.betIdsRemembered) - 1n;

export function checkBetId(window: BetWindow, betId: number): BetIdVerdict {
  if (!Number.isInteger(betId) || betId < 0 || betId > LIMITS.betIdMax) {
    throw new RangeError(`checkBetId: ${betId} is not a 32-bit id`);
  }
  if (betId > window.highest + LIMITS.betIdsAheadMax) return 'IdTooFar';
  if (betId > window.highest) return 'Fresh';
  const age = window.highest - betId;
  if (age >= LIMITS.betIdsRemembered) return 'IdTooOld';
  return (window.seen >> BigInt(age)) & 1n ? 'Duplicate' : 'Fresh';
}

/** The verdict and the window after it. Only a fresh id changes the window. */
export function consumeBetId(
  window: BetWindow,
  betId: number,
): { readonly verdict: BetIdVerdict; readonly window: BetWindow } {
  const verdict = checkBetId(window, betId);
  if (verdict !== 'Fresh') return { verdict, window };
  if (betId <= window.highest) {
    const seen = window.seen | (1n << BigInt(window.highest - betId));
    return { verdict, window: { highest: window.highest, seen } };
  }
  const seen = ((window.seen << BigInt(betId - window.highest)) | 1n) & SEEN_MASK;
  return { verdict, window: { highest: betId, seen } };
}
