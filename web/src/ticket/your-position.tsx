import type { Market } from '@tote/sdk';
import { isZero, withCurrency } from '../format/amounts.ts';

export function YourPosition({ market }: { readonly market: Market }) {
  const { yours, currency } = market;
  if (!yours) return null;
  const { stakes, payoutIfYes, payoutIfNo, payout, status } = yours;
  const staked = (['Yes', 'No'] as const)
    .filter((side) => !isZero(stakes[side]))
    .map((side) => `${withCurrency(stakes[side], currency)} on ${side}`)
    .join(' and ');
  const lost = isZero(stakes.Yes) ? stakes.No : stakes.Yes;
  return (
    <div class="board your-position">
      <p>You have staked {staked}.</p>
      {payout === null && (status === 'open' || status === 'closed') && (
        <dl>
          <div>
            <dt>If Yes</dt>
            <dd class="figure">{withCurrency(payoutIfYes, currency)}</dd>
          </div>
          <div>
            <dt>If No</dt>
            <dd class="figure">{withCurrency(payoutIfNo, currency)}</dd>
          </div>
        </dl>
      )}
      {status === 'lost' && <p>You lost this one: −{withCurrency(lost, currency)}.</p>}
      {status !== 'lost' && payout !== null && (
        <p role="status">
          {status === 'won' ? 'You won. ' : 'Your stake was refunded. '}
          <span class="figure">{withCurrency(payout, currency)}</span> is in your balance.
        </p>
      )}
      {status === 'won' && payout === null && <p>You won. Your payout is on its way.</p>}
    </div>
  );
}
