import type { Outcome } from './outcome.ts';
import type { RefundReason } from './settlement.ts';

/** Why all stakes are refunded, in words. */
export function describeRefund(reason: RefundReason, outcome: Outcome | null): string {
  const why = {
    nobody_won: `The outcome is ${outcome}, but nobody bet on it.`,
    deadline: 'There was no outcome by the refund date.',
    veto: 'The guardian vetoed the outcome.',
    oracle_disabled: 'The key of its oracle was disabled.',
  };
  return `${why[reason]} All stakes are refunded.`;
}
