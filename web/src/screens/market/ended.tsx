import type { Market, Receipt } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { Fact } from '../../components/figures.tsx';
import { lazy } from '../../components/lazy.tsx';
import { Failure } from '../../components/notice.tsx';
import { type Resource, useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { plainNumber, withCurrency } from '../../format/amounts.ts';

export function useReceipt(market: Market, settlements: number): Resource<Receipt | undefined> {
  const { id, status } = market;
  const resource = useResource(
    async (signal) =>
      status === 'resolved'
        ? tote.peek().getReceipt({ marketId: id, limit: 1 }, { signal })
        : undefined,
    [id, status],
  );
  const { reload } = resource;
  useEffect(() => {
    if (settlements > 0) reload();
  }, [settlements, reload]);
  return resource;
}

export interface EndedProps {
  readonly receipt: Resource<Receipt | undefined>;
  /** Changes with each payout, so that they are read again. */
  readonly settlements: number;
}

const EndedParts = lazy(() => import('./ended-parts.tsx'), 'EndedParts');

export function Ended({ receipt: { value, error, reload }, settlements }: EndedProps) {
  const receipt = value.value;
  if (receipt) return <EndedParts receipt={receipt} settlements={settlements} />;
  return error.value ? <Failure error={error.value} retry={reload} /> : null;
}

interface MoneyProps extends Pick<EndedProps, 'receipt'> {
  readonly market: Market;
}

export function Money({ market, receipt: { value, error } }: MoneyProps) {
  const receipt = value.value;
  if (!receipt) {
    const isLoading = market.status === 'resolved' && !error.value;
    return isLoading ? <div class="sheet money-loading" /> : null;
  }
  const { settlement, fees, buyback, currency, refunded } = receipt;
  const { positions, credited, paid } = settlement;
  return (
    <section class="sheet stack" aria-labelledby="money">
      <h2 id="money">The money</h2>
      <p role="status">{progressOf(receipt)}</p>
      <progress value={credited} max={Math.max(1, positions)} aria-label="Settled positions" />
      <dl class="row">
        <Fact name={refunded ? 'Refunded' : 'Paid to winners'}>{withCurrency(paid, currency)}</Fact>
        <Fact name="Burned">
          {withCurrency(fees.burn, currency)}
          {buyback?.complete && ` = ${withCurrency(buyback.utilityBurned, 'UTILITY')}`}
        </Fact>
        <Fact name="Developer">{withCurrency(fees.developer, currency)}</Fact>
      </dl>
      {refunded && <p class="quiet">Refunds have no fees.</p>}
    </section>
  );
}

function progressOf({ settlement: { positions, credited } }: Receipt): string {
  if (positions === 0) return 'Nobody bet, so nobody is paid.';
  const all = plainNumber(positions);
  if (positions === 1 && credited === 1) return 'The only position is settled.';
  return credited < positions
    ? `${plainNumber(credited)} of ${all} positions are settled. The rest follow automatically.`
    : `All ${all} positions are settled. Nobody has to claim anything.`;
}
