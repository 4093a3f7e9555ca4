// After the end: who got what, on which evidence, and how to check it.
import type { Market, Receipt } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { Failure } from '../../components/notice.tsx';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { withCurrency } from '../../format/amounts.ts';
import { Evidence } from './evidence.tsx';
import { Payouts } from './payouts.tsx';
import { Verify } from './verify.tsx';

interface EndedProps {
  readonly market: Market;
  /** Grows when somebody was paid. */
  readonly settlements: number;
}

export function Ended({ market, settlements }: EndedProps) {
  const { value, error, reload } = useResource(
    (signal) => tote.peek().getReceipt({ marketId: market.id, limit: 1 }, { signal }),
    [market.id],
  );
  useEffect(() => {
    if (settlements > 0) reload();
  }, [settlements, reload]);
  const receipt = value.value;
  if (!receipt) {
    return error.value ? <Failure error={error.value} retry={reload} /> : null;
  }
  return (
    <>
      <Settlement receipt={receipt} />
      <Payouts receipt={receipt} settlements={settlements} />
      <Evidence receipt={receipt} />
      <Verify marketId={market.id} />
    </>
  );
}

function Settlement({ receipt }: { readonly receipt: Receipt }) {
  const { settlement, fees, buyback, currency, refunded } = receipt;
  const { positions, credited, paid } = settlement;
  return (
    <section class="sheet stack" aria-labelledby="money">
      <h2 id="money">The money</h2>
      <p role="status">
        {credited < positions
          ? `${credited} of ${positions} positions are settled. It goes on by itself.`
          : `All ${positions} positions are settled. Nobody has to claim anything.`}
      </p>
      <progress value={credited} max={Math.max(1, positions)} aria-label="Settled positions" />
      <dl class="money">
        <div>
          <dt>{refunded ? 'Went back' : 'Paid to winners'}</dt>
          <dd>{withCurrency(paid, currency)}</dd>
        </div>
        <div>
          <dt>Burned</dt>
          <dd>
            {withCurrency(fees.burn, currency)}
            {buyback?.complete && ` = ${withCurrency(buyback.utilityBurned, 'UTILITY')}`}
          </dd>
        </div>
        <div>
          <dt>Developer</dt>
          <dd>{withCurrency(fees.developer, currency)}</dd>
        </div>
      </dl>
      {refunded && <p class="quiet">A refund has no fees.</p>}
    </section>
  );
}
