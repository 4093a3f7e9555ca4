import type { Market } from '@tote/sdk';
import { Moment } from '../../components/moment.tsx';
import { plainNumber } from '../../format/amounts.ts';

export function Outcome({ market }: { readonly market: Market }) {
  const { refunded, winningOutcome, resolvedAt } = market;
  const isRefund = refunded || !winningOutcome;
  return (
    <>
      <p class="quiet">{isRefund ? 'Ended with a' : 'Resolved'}</p>
      <p class="outcome">{isRefund ? 'Refund' : winningOutcome}</p>
      <p>{isRefund ? refundSentence(market) : paidSentence(market)}</p>
      {resolvedAt && (
        <p class="quiet">
          On <Moment at={resolvedAt} />
        </p>
      )}
    </>
  );
}

function refundSentence({ refundReason, winningOutcome }: Market): string {
  switch (refundReason) {
    case 'nobody_won':
      return `The outcome is ${winningOutcome}, but nobody bet on it. All stakes are refunded.`;
    case 'veto':
      return 'The guardian vetoed the oracle’s outcome. All stakes are refunded.';
    case 'oracle_disabled':
      return 'The oracle’s key was disabled. All stakes are refunded.';
    default:
      return 'There was no outcome by the refund date. All stakes are refunded.';
  }
}

function paidSentence({ winningOutcome, payoutRatio, currency }: Market): string {
  if (!winningOutcome || !payoutRatio) return '';
  const ratio = plainNumber(String(payoutRatio[winningOutcome]));
  return `Each ${currency} on ${winningOutcome} paid ${ratio} ${currency} after fees.`;
}
