import type { Market } from '@tote/sdk';
import { Moment } from '../../components/moment.tsx';
import { plainNumber } from '../../format/amounts.ts';

/** How it ended, large. A refund is an end of its own. */
export function Outcome({ market }: { readonly market: Market }) {
  const { refunded, winningOutcome, resolvedAt } = market;
  const isRefund = refunded || !winningOutcome;
  return (
    <>
      <p class="quiet">{isRefund ? 'It ended with a' : 'The outcome is'}</p>
      <p class="outcome">{isRefund ? 'Refund' : winningOutcome}</p>
      <p>{isRefund ? refundSentence(market) : paidSentence(market)}</p>
      {resolvedAt && (
        <p class="quiet">
          Since <Moment at={resolvedAt} />
        </p>
      )}
    </>
  );
}

function refundSentence({ refundReason, winningOutcome }: Market): string {
  switch (refundReason) {
    case 'nobody_won':
      return `The outcome is ${winningOutcome}, and nobody had bet on it. Every stake goes back.`;
    case 'veto':
      return 'The guardian vetoed the outcome of the oracle. Every stake goes back.';
    case 'oracle_disabled':
      return 'The key of the oracle was disabled. Every stake goes back.';
    default:
      return 'There was no outcome by the refund date. Every stake goes back.';
  }
}

function paidSentence({ winningOutcome, payoutRatio, currency }: Market): string {
  if (!winningOutcome || !payoutRatio) return '';
  const ratio = plainNumber(String(payoutRatio[winningOutcome]));
  return `Each ${currency} on ${winningOutcome} was paid ${ratio} ${currency}, after fees.`;
}
