import { type Amount, ZERO } from './amount.ts';
import { type FeeRates, splitLosingPool } from './fees.ts';
import type { Outcome } from './outcome.ts';
import { otherPoolOf, type Pools, poolOf } from './pools.ts';

/** In the order of their codes on chain, from 1 on. */
export const REFUND_REASONS = ['nobody_won', 'deadline', 'veto', 'oracle_disabled'] as const;

export type RefundReason = (typeof REFUND_REASONS)[number];

export type Resolution =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'none'; readonly reason: Exclude<RefundReason, 'nobody_won'> };

export interface PaidSettlement {
  readonly kind: 'paid';
  readonly outcome: Outcome;
  readonly winningPool: Amount;
  readonly losingPool: Amount;
  readonly burn: Amount;
  readonly developer: Amount;
  /** What the winners share in proportion to their stakes. */
  readonly distributable: Amount;
}

interface RefundedSettlement {
  readonly kind: 'refunded';
  readonly reason: RefundReason;
  /** The verified outcome, null when there is none. */
  readonly outcome: Outcome | null;
}

export type Settlement = PaidSettlement | RefundedSettlement;

/**
 * Who gets the money of a market that ended. Without stakes on the winning side every stake is
 * returned without a fee, because the losing pool has no other rightful owner.
 */
export function decideSettlement(
  pools: Pools,
  resolution: Resolution,
  feeRates: FeeRates,
): Settlement {
  if (resolution.kind === 'none') {
    return { kind: 'refunded', reason: resolution.reason, outcome: null };
  }
  const { outcome } = resolution;
  const winningPool = poolOf(pools, outcome);
  const losingPool = otherPoolOf(pools, outcome);
  if (winningPool === ZERO && losingPool > ZERO) {
    return { kind: 'refunded', reason: 'nobody_won', outcome };
  }
  const split = splitLosingPool(losingPool, feeRates);
  return { kind: 'paid', outcome, winningPool, losingPool, ...split };
}
