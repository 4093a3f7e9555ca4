import { useComputed } from '@preact/signals';
import type { MarketSummary } from '@tote/sdk';
import { Sparkline } from '../../chart/sparkline.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { Fact, Figure } from '../../components/figures.tsx';
import { OddsBar } from '../../components/odds-bar.tsx';
import { now } from '../../data/clock.ts';
import { config } from '../../data/tote.ts';
import { plainNumber, shortly } from '../../format/amounts.ts';
import { hasBets, writeOdds } from '../../format/odds.ts';
import { DECIDED_BY, plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

type State = 'open' | 'closed' | 'deciding' | 'decided' | 'refunded';

export function MarketCard({ market }: { readonly market: MarketSummary }) {
  const { id, question, odds, totalVolume, currency, custom, expireAt } = market;
  // The expiry of a market never changes.
  const isExpired = useComputed(() => now.value >= Date.parse(expireAt));
  const state = stateOf(market, isExpired.value);
  const kind = `sheet card card-${state}${custom ? ' card-custom' : ''}`;
  const path = pathOf(market);
  return (
    <article class={kind}>
      <StateLine market={market} state={state} />
      <h2 class="card-question" dir="auto">
        <a href={href(path)}>{plainText(question)}</a>
      </h2>
      <div class="board card-board">
        <div class="card-odds">
          {SIDES.map((side) => (
            <Side key={side} {...{ market, side, path, isOpen: state === 'open' }} />
          ))}
        </div>
        {hasBets(market) && <OddsBar odds={odds} />}
      </div>
      {hasBets(market) && <Sparkline marketId={id} yes={odds.Yes} />}
      <dl class="row small">
        <Fact name="Pool">
          {hasBets(market) ? (
            <>
              <Figure text={shortly(totalVolume)} /> {currency}
            </>
          ) : (
            'No bets yet'
          )}
        </Fact>
        <DecidedBy market={market} />
      </dl>
    </article>
  );
}

/** Its series has the round that takes bets, and those before. */
const pathOf = ({ id, series }: MarketSummary) => (series ? `/series/${series}` : `/m/${id}`);

const SIDES = ['Yes', 'No'] as const;

interface SideProps {
  readonly market: MarketSummary;
  readonly side: (typeof SIDES)[number];
  readonly path: string;
  readonly isOpen: boolean;
}

/** Opens the ticket with the side chosen. */
function Side({ market, side, path, isOpen }: SideProps) {
  const { odds, currency } = market;
  const pays = isOpen && paysPerUnit(market, side);
  const content = (
    <>
      <span class={`side side-${side.toLowerCase()}`}>
        {side} {hasBets(market) && <Figure text={writeOdds(odds.Yes)[side]} />}
      </span>
      {isOpen && (
        <span class="card-pays">{pays ? `1 ${currency} pays ${pays}` : `Bet on ${side}`}</span>
      )}
    </>
  );
  if (!isOpen) return <span class="card-side">{content}</span>;
  return (
    <a class="card-side" href={href(`${path}?side=${side}`)}>
      {content}
    </a>
  );
}

/** About: the ticket computes it exactly. Undefined while one side has no bets. */
function paysPerUnit({ odds, totalVolume }: MarketSummary, side: SideProps['side']) {
  const { burn, developer } = config.value?.feePercentage ?? { burn: 0, developer: 0 };
  const own = odds[side] * Number(totalVolume);
  const other = Number(totalVolume) - own;
  if (own <= 0 || other <= 0) return undefined;
  return plainNumber((1 + (other * (1 - burn - developer)) / (own + 1)).toFixed(2));
}

/** Betting is open only if both the service and the chain's clock say so. */
function stateOf(market: MarketSummary, isExpired: boolean): State {
  const { status, refunded, bettingOpen, closedReason } = market;
  if (status === 'resolved') return refunded ? 'refunded' : 'decided';
  if (isExpired && !closedReason) return 'deciding';
  return bettingOpen ? 'open' : 'closed';
}

function StateLine({ market, state }: { market: MarketSummary; state: State }) {
  const { winningOutcome, expireAt, closedReason, series, bettingClosesAt } = market;
  return (
    <p class="card-state small">
      {state === 'open' && (
        <>
          {series ? 'A new round. Betting closes in ' : 'Ends in '}
          <Countdown to={series ? bettingClosesAt : expireAt} over="a moment" />
        </>
      )}
      {state === 'closed' && closedReason && 'Betting closed. All stakes are refunded.'}
      {state === 'closed' && !closedReason && (
        <>
          Betting closed. Ends in <Countdown to={expireAt} over="a moment" />
        </>
      )}
      {state === 'deciding' && 'Ended. Outcome pending.'}
      {state === 'decided' &&
        (winningOutcome ? (
          <strong class={`side side-${winningOutcome.toLowerCase()}`}>{winningOutcome} won</strong>
        ) : (
          'Decided'
        ))}
      {state === 'refunded' && 'Refunded'}
    </p>
  );
}

function DecidedBy({ market: { decidedBy, custom } }: { market: MarketSummary }) {
  const { sign, name } = DECIDED_BY[decidedBy];
  return (
    <Fact name="Decided by">
      <span aria-hidden="true">{sign}</span> {custom ? 'Custom rule' : name}
    </Fact>
  );
}
