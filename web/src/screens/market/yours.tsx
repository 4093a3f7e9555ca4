import type { Market, Position } from '@tote/sdk';
import { withCurrency } from '../../format/amounts.ts';

/** What the connected wallet has in the market, and what became of it. */
export function Yours({ market }: { readonly market: Market }) {
  const { yours } = market;
  if (!yours) return null;
  return (
    <section class="sheet stack" aria-labelledby="yours">
      <h2 id="yours">Your position</h2>
      <p>{stakesOf(yours)}</p>
      <p role="status">{market.status === 'open' ? prospectOf(yours) : resultOf(yours)}</p>
    </section>
  );
}

function stakesOf({ stakes, currency }: Position): string {
  const parts = (['Yes', 'No'] as const)
    .filter((side) => stakes[side] !== '0')
    .map((side) => `${withCurrency(stakes[side], currency)} on ${side}`);
  return `You staked ${parts.join(' and ')}.`;
}

function prospectOf({ payoutIfYes, payoutIfNo, currency }: Position): string {
  const [yes, no] = [payoutIfYes, payoutIfNo].map((payout) => withCurrency(payout, currency));
  return `With the pools as they are: ${yes} if Yes, ${no} if No.`;
}

function resultOf({ status, payout, payoutIfYes, payoutIfNo, currency }: Position): string {
  const paid = payout === null ? undefined : withCurrency(payout, currency);
  switch (status) {
    case 'won':
      return paid ? `You won. ${paid} are in your balance.` : 'You won. You are paid in a moment.';
    case 'refunded':
      return paid ? `Refunded: ${paid} went back to you.` : 'Your stakes go back in a moment.';
    case 'lost':
      return 'You lost. Nothing is paid.';
    default:
      return prospectOf({ payoutIfYes, payoutIfNo, currency } as Position);
  }
}
