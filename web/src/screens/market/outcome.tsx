import { describeRefund } from '@tote/domain';
import type { Market } from '@tote/sdk';
import { Moment } from '../../components/moment.tsx';
import { plainNumber } from '../../format/amounts.ts';

export function Outcome({ market }: { readonly market: Market }) {
  const { refunded, winningOutcome = null, resolvedAt, refundReason = 'deadline' } = market;
  const isRefund = refunded || !winningOutcome;
  const words = isRefund ? describeRefund(refundReason, winningOutcome) : paidSentence(market);
  return (
    <>
      <p class="quiet">{isRefund ? 'Ended with a' : 'Resolved'}</p>
      <p class="outcome">{isRefund ? 'Refund' : winningOutcome}</p>
      <p>{words}</p>
      {resolvedAt && (
        <p class="quiet">
          On <Moment at={resolvedAt} />
        </p>
      )}
    </>
  );
}

function paidSentence({ winningOutcome, payoutRatio, currency }: Market): string {
  if (!winningOutcome || !payoutRatio) return '';
  const ratio = plainNumber(payoutRatio[winningOutcome]);
  return `Each ${currency} on ${winningOutcome} paid ${ratio} ${currency} after fees.`;
}
