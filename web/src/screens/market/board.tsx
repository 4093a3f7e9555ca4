import { describeRefund } from '@tote/domain';
import type { Market } from '@tote/sdk';
import { Countdown, Moment } from '../../components/countdown.tsx';
import { Figure } from '../../components/figures.tsx';
import { OddsBar } from '../../components/odds-bar.tsx';
import { now } from '../../data/clock.ts';
import { plainNumber, shortly, withCurrency } from '../../format/amounts.ts';
import { findEmptySide, findOdds, hasBets, oddsInWords } from '../../format/odds.ts';

const SIDES = ['Yes', 'No'] as const;

export function Board({ market }: { readonly market: Market }) {
  return (
    <section class="board odds-board" aria-label={market.status === 'open' ? 'Odds' : 'Outcome'}>
      {market.status === 'open' ? <Sides market={market} /> : <Outcome market={market} />}
      <p class="row quiet">
        {hasBets(market) && (
          <>
            <span title={withCurrency(market.totalVolume, market.currency)}>
              Pool <Figure text={shortly(market.totalVolume)} /> {market.currency}
            </span>
            <span>
              <Figure text={plainNumber(market.betCount)} />{' '}
              {market.betCount === 1 ? 'bet' : 'bets'}
            </span>
          </>
        )}
        {market.status === 'open' && <Closing market={market} />}
      </p>
    </section>
  );
}

function Sides({ market }: { readonly market: Market }) {
  if (!hasBets(market)) return <p>No bets yet. The first bet sets the odds.</p>;
  const of = (side: 'Yes' | 'No') => market.outcomes.find(({ name }) => name === side);
  const words = oddsInWords(market);
  return (
    <>
      <dl class="odds-board-sides">
        {SIDES.map((side) => (
          <div>
            <dt class={`side side-${side.toLowerCase()}`}>{side}</dt>
            <dd class="odds-board-odds">
              <Figure text={words[side]} />
            </dd>
            <dd class="quiet">
              <Figure text={shortly(of(side)?.totalStake ?? market.totalVolume)} />{' '}
              {market.currency}
            </dd>
          </div>
        ))}
      </dl>
      <OddsBar odds={{ Yes: findOdds(market, 'Yes'), No: findOdds(market, 'No') }} />
      {findEmptySide(market) && <p>Nobody has bet on the other side yet.</p>}
    </>
  );
}

const FINAL = 'These odds are final.';

function Closing({ market }: { readonly market: Market }) {
  const { bettingOpen, bettingClosesAt, closedReason, hidden } = market;
  const isOpen = bettingOpen && Date.parse(bettingClosesAt) > now.value;
  return (
    <span>
      {isOpen ? (
        <>
          Betting closes in <Countdown to={bettingClosesAt} />
        </>
      ) : (
        `Betting is closed. ${closedReason ? 'All stakes are refunded.' : hidden ? '' : FINAL}`
      )}
    </span>
  );
}

function Outcome({ market }: { readonly market: Market }) {
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
