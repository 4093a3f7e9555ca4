import type { Amount, UnixSeconds } from '@tote/domain';

/** Of one currency. */
export interface Reserves {
  readonly vault: Amount;
  readonly owed: Amount;
  readonly balances: Amount;
  readonly pools: Amount;
  readonly fees: Amount;
  /** vault - owed: donations and rounding, never negative. */
  readonly surplus: bigint;
  readonly slot: bigint;
  /** When it was summed, by wall time. */
  readonly summedAt: UnixSeconds;
}
