import type { Decimal, Market, SeriesDetail, SeriesRound } from '@tote/sdk';
import type { ComponentChildren } from 'preact';
import { Figure } from '../../components/figures.tsx';
import { OddsBar } from '../../components/odds-bar.tsx';
import { now } from '../../data/clock.ts';
import { compare, plainNumber, shortly, subtract } from '../../format/amounts.ts';
import { findOdds, hasBets, oddsInWords } from '../../format/odds.ts';
import { duration, minuteTime, utcTime } from '../../format/times.ts';
import { href } from '../../navigation/router.ts';
import { YourPosition } from '../../ticket/your-position.tsx';
import { useSeen, ValueChart } from '../market/live-value.tsx';
import { startsAsTarget } from './series-data.ts';

interface RunningRoundProps {
  readonly series: SeriesDetail;
  readonly market: Market;
  /** A bet that was sent just before its start. */
  readonly children: ComponentChildren;
}

/** The round that has begun: how it stands, and how long it goes on. */
export function RunningRound({ series, market, children }: RunningRoundProps) {
  const startsAt = series.current?.startsAt ?? market.createdAt;
  const { id, expireAt, totalVolume, currency, bettingOpen } = market;
  const odds = oddsInWords(market);
  return (
    <section class="board series-now" aria-labelledby="running-round">
      <header class="series-line">
        <h2 id="running-round">
          Round <a href={href(`/m/${id}`)}>{minuteTime(startsAt)}</a>
        </h2>
        <p class="series-clock">
          <Clock to={expireAt} /> <span class="quiet">left</span>
        </p>
      </header>
      <Standing market={market} isSinceStart={startsAsTarget(series.condition)} />
      {hasBets(market) ? (
        <div class="series-odds">
          <p class="series-line">
            <span class="side side-yes">
              Yes <Figure text={odds.Yes} />
            </span>
            <span class="quiet">
              Pool <Figure text={shortly(totalVolume)} /> {currency}
            </span>
            <span class="side side-no">
              No <Figure text={odds.No} />
            </span>
          </p>
          <OddsBar odds={{ Yes: findOdds(market, 'Yes'), No: findOdds(market, 'No') }} />
          {!bettingOpen && <p class="quiet">Betting is closed. These odds are final.</p>}
        </div>
      ) : (
        <p class="quiet">Nobody bet in this round.</p>
      )}
      <YourPosition market={market} />
      {children}
    </section>
  );
}

interface StandingProps {
  readonly market: Market;
  /** Whether the target is the value at the start. */
  readonly isSinceStart: boolean;
}

/** The value now against the target. */
function Standing({ market, isSinceStart }: StandingProps) {
  const { conditionProgress: progress } = market;
  const seen = useSeen(market.id, progress?.currentCount);
  if (!progress) {
    return (
      <p class="series-value">
        <span class="quiet">The value at the start is being measured …</span>
      </p>
    );
  }
  const { currentCount, target, unit } = progress;
  return (
    <>
      <div class="series-value">
        <p>
          <Figure text={plainNumber(currentCount)} /> {unit}
        </p>
        <p>{differenceWords(currentCount, { target, unit, isSinceStart })}</p>
      </div>
      {seen.length > 0 && <ValueChart seen={seen} target={target} unit={unit} />}
    </>
  );
}

interface Target extends Pick<StandingProps, 'isSinceStart'> {
  readonly target: Decimal;
  readonly unit: string;
}

function differenceWords(value: Decimal, { target, unit, isSinceStart }: Target) {
  const order = compare(value, target);
  const at = `${isSinceStart ? 'the start' : 'the target'}, ${plainNumber(target)} ${unit}`;
  if (order === 0) return `Exactly at ${at}`;
  const [sign, name] = order > 0 ? ['▲', 'above'] : ['▼', 'below'];
  const difference = order > 0 ? subtract(value, target) : subtract(target, value);
  return (
    <>
      <strong>
        <span aria-hidden="true">{sign}</span> {plainNumber(difference)} {name}
      </strong>{' '}
      {at}
    </>
  );
}

/** Before the first round, and while one is left out. */
export function ComingRound({ round }: { readonly round: SeriesRound }) {
  return (
    <section class="board series-now" aria-labelledby="coming-round">
      <h2 id="coming-round">Next round {minuteTime(round.startsAt)}</h2>
      <p class="series-value">
        <Clock to={round.startsAt} /> <span class="quiet">until it starts</span>
      </p>
      <p>It runs until {minuteTime(round.expireAt)}. Until it starts it takes bets.</p>
    </section>
  );
}

const HOUR_MS = 3_600_000;

/** What is left until an instant, large: "4:09", or "2 d 4 h". */
export function Clock({ to }: { readonly to: string }) {
  const left = Math.max(0, Date.parse(to) - now.value);
  const seconds = Math.ceil(left / 1_000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <time class="clock figure" dateTime={to} title={utcTime(to)}>
      {left < HOUR_MS ? text : duration(left)}
    </time>
  );
}
