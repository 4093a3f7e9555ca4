import type { Amount, UnixSeconds } from '@tote/domain';

/** Of one currency. */
export interface Reserves {
  readonly vault: Amount;
  readonly owed: Amount;
  /** Negative only if the database is wrong. */
  readonly balances: bigint;
  readonly pools: bigint;
  readonly fees: bigint;
  /** vault - owed: donations and rounding. Negative if money is missing. */
  readonly surplus: bigint;
  readonly slot: bigint;
  /** When the parts were summed, by wall time. */
  readonly summedAt: UnixSeconds;
}
