import { AMOUNT_MAX, type Amount, addAmounts, amount, ZERO } from './amount.ts';
import { DomainError } from './errors.ts';
import { type Outcome, otherOutcome } from './outcome.ts';

export interface Stake {
  readonly outcome: Outcome;
  readonly amount: Amount;
}

/** All stake on each outcome. Their sum fits an Amount, so no payout can overflow either. */
export interface Pools {
  readonly yes: Amount;
  readonly no: Amount;
}

export const EMPTY_POOLS: Pools = { yes: ZERO, no: ZERO };

export function poolOf(pools: Pools, outcome: Outcome): Amount {
  return outcome === 'Yes' ? pools.yes : pools.no;
}

export function otherPoolOf(pools: Pools, outcome: Outcome): Amount {
  return poolOf(pools, otherOutcome(outcome));
}

export function totalVolume(pools: Pools): Amount {
  return addAmounts(pools.yes, pools.no);
}

/** Refuses a bet that would raise the total above 2^64 - 1. */
export function requireRoom(pools: Pools, stake: Amount): void {
  if (stake > AMOUNT_MAX - totalVolume(pools)) throw new DomainError('pool_overflow');
}

export function addStake(pools: Pools, outcome: Outcome, stake: Amount): Pools {
  requireRoom(pools, stake);
  const pool = addAmounts(poolOf(pools, outcome), stake);
  return outcome === 'Yes' ? { ...pools, yes: pool } : { ...pools, no: pool };
}

export function addStakes(pools: Pools, stakes: readonly Stake[]): Pools {
  return stakes.reduce((sum, { outcome, amount }) => addStake(sum, outcome, amount), pools);
}

export function poolsOf(yes: bigint, no: bigint): Pools {
  return { yes: amount(yes), no: amount(no) };
}
