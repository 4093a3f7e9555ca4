import type { Decimal, Market } from '@tote/sdk';
import { Profit } from '../components/figures.tsx';
import { Share } from '../components/share.tsx';
import { add, compare, isZero, subtract, withCurrency } from '../format/amounts.ts';
import { plainText } from '../format/words.ts';

/** What the visitor has staked, and once it is decided what became of it. */
export function YourPosition({ market }: { readonly market: Market }) {
  const { yours, currency } = market;
  if (!yours) return null;
  const { stakes, payout, status } = yours;
  const stake = add(stakes.Yes, stakes.No);
  if (status === 'lost') return <p>You lost this one: −{withCurrency(stake, currency)}.</p>;
  if (payout === null) return <OpenPosition market={market} yours={yours} />;
  if (status === 'won' && compare(payout, stake) > 0) {
    return <Win {...{ market, payout }} profit={subtract(payout, stake)} />;
  }
  return (
    <p role="status">
      {status === 'won' ? 'You won' : 'Your stake was refunded'}.{' '}
      <span class="figure">{withCurrency(payout, currency)}</span> is in your balance.
    </p>
  );
}

interface OpenPositionProps {
  readonly market: Market;
  readonly yours: NonNullable<Market['yours']>;
}

function OpenPosition({ market: { currency }, yours }: OpenPositionProps) {
  const { stakes, payoutIfYes, payoutIfNo, status } = yours;
  const staked = (['Yes', 'No'] as const)
    .filter((side) => !isZero(stakes[side]))
    .map((side) => `${withCurrency(stakes[side], currency)} on ${side}`)
    .join(' and ');
  return (
    <div class="board your-position">
      <p>You have staked {staked}.</p>
      {(status === 'open' || status === 'closed') && (
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
      {status === 'won' && <p>You won. Your payout is on its way.</p>}
    </div>
  );
}

interface WinProps {
  readonly market: Market;
  readonly profit: Decimal;
  readonly payout: Decimal;
}

function Win({ market: { id, question, currency }, profit, payout }: WinProps) {
  return (
    <div class="board win">
      <p class="win-profit">
        <Profit amount={profit} currency={currency} />
      </p>
      <p role="status">
        You won. <span class="figure">{withCurrency(payout, currency)}</span> is in your balance.
      </p>
      <Share
        path={`/m/${id}`}
        text={`I won ${withCurrency(profit, currency)}: ${plainText(question)}`}
      />
    </div>
  );
}
