import { type Amount, addAmounts, amount, ZERO } from './amount.ts';
import { mulDivFloor } from './mul-div.ts';
import { type Outcome, otherOutcome } from './outcome.ts';
import type { PaidSettlement, Settlement } from './settlement.ts';

/** The sum of one bettor's stakes on each outcome of one market, over all bets. */
export interface Position {
  readonly stakeYes: Amount;
  readonly stakeNo: Amount;
}

export function stakeOn(position: Position, outcome: Outcome): Amount {
  return outcome === 'Yes' ? position.stakeYes : position.stakeNo;
}

/** What the bettor receives. It does not depend on the ratio that the API shows. */
export function payout(settlement: Settlement, position: Position): Amount {
  switch (settlement.kind) {
    case 'refunded':
      return addAmounts(position.stakeYes, position.stakeNo);
    case 'paid': {
      const stake = stakeOn(position, settlement.outcome);
      return addAmounts(stake, shareFloor(settlement, stake));
    }
  }
}

/** The losing stake that the bettor does not get back. */
export function forfeited(settlement: Settlement, position: Position): Amount {
  if (settlement.kind === 'refunded') return ZERO;
  return stakeOn(position, otherOutcome(settlement.outcome));
}

/**
 * The remainder of the distributable pool after rounding, once every position is paid: less than
 * one base unit per winner. It needs all the positions of the market.
 */
export function dust(settlement: Settlement, positions: readonly Position[]): Amount {
  if (settlement.kind === 'refunded') return ZERO;
  let left: bigint = settlement.distributable;
  for (const position of positions) {
    left -= shareFloor(settlement, stakeOn(position, settlement.outcome));
  }
  // A one-sided or empty market has nothing to distribute and so no dust.
  return amount(left);
}

/**
 * The winner's share of the distributable pool, rounded down. It is taken from the sum of the
 * stakes: flooring bet by bet would pay ten bets of 1 less than one bet of 10.
 */
function shareFloor(settlement: PaidSettlement, stake: Amount): Amount {
  if (stake > settlement.winningPool) {
    throw new RangeError('shareFloor: a stake larger than the winning pool would overpay');
  }
  if (stake === ZERO) return ZERO;
  return amount(mulDivFloor(stake, settlement.distributable, settlement.winningPool));
}
