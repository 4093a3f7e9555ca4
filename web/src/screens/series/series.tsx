// A series: the round that runs, the next one to bet in, and the results so far.
import type { Market } from '@tote/sdk';
import { useEffect, useMemo } from 'preact/hooks';
import { lazy } from '../../components/lazy.tsx';
import { Failure } from '../../components/notice.tsx';
import { useTitle } from '../../components/use-title.ts';
import { now } from '../../data/clock.ts';
import { plainText } from '../../format/words.ts';
import { href, navigate, place } from '../../navigation/router.ts';
import { findBet } from '../../ticket/kept-bet.ts';
import { TicketFrame } from '../../ticket/ticket-frame.tsx';
import { YourPosition } from '../../ticket/your-position.tsx';
import { Board } from '../market/board.tsx';
import { Results, Rules, YourStreak } from './results.tsx';
import { Clock, ComingRound, RunningRound } from './running-round.tsx';
import { cadenceWords, type SeriesData, titleOf } from './series-data.ts';
import { useSeries } from './use-series.ts';

export function SeriesScreen({ id }: { readonly id: string }) {
  const { value, error, reload } = useSeries(id);
  const data = value.value;
  if (data) return <Shown data={data} reload={reload} />;
  const failure = error.value;
  if (!failure) {
    return (
      <p class="loading" role="status">
        Loading the series …
      </p>
    );
  }
  if (failure.code !== 'resource_not_found') return <Failure error={failure} retry={reload} />;
  return (
    <section class="narrow stack">
      <h1>There is no such series</h1>
      <p>
        Was the link cut off? <a href={href('/series')}>See all series</a>.
      </p>
    </section>
  );
}

const LateBet = lazy(() => import('./late-bet.tsx'), 'LateBet');

interface ShownProps {
  readonly data: SeriesData;
  reload(): void;
}

function Shown({ data, reload }: ShownProps) {
  const { series, current, results, own } = data;
  const title = plainText(titleOf(series.question));
  useTitle(title);
  const isLate = useMemo(() => current && findBet(current.id) !== undefined, [current?.id]);
  return (
    <article class="market series">
      <header class="market-head">
        <p class="quiet">
          <a href={href('/series')}>Series</a> · a new round {cadenceWords(series.cadence)}
        </p>
        <h1 dir="auto">{title}</h1>
      </header>
      {current ? (
        <RunningRound series={series} market={current}>
          {isLate && <LateBet market={current} reload={reload} key={current.id} />}
        </RunningRound>
      ) : (
        series.next && <ComingRound round={series.next} />
      )}
      <div class="market-side">
        <NextRound data={data} reload={reload} />
        <YourStreak own={own} />
      </div>
      <Results results={results} />
      <Rules series={series} />
    </article>
  );
}

/** The round that takes bets: usually the next one. */
function NextRound({ data: { series, current, next }, reload }: ShownProps) {
  const takesBets = (market: Market | undefined) =>
    market?.bettingOpen && now.value < Date.parse(market.bettingClosesAt);
  const market = takesBets(current) ? current : next;
  useSideOnce(market?.id);
  if (series.stoppedAt) return <p class="sheet">This series has ended. It has no more rounds.</p>;
  const startsAt = series.next?.startsAt;
  if (!market || !startsAt) {
    return (
      <p class="sheet" role="status">
        The next round opens in a moment.
      </p>
    );
  }
  return (
    <>
      <section class="series-line" aria-labelledby="next-round">
        <h2 id="next-round">
          {market === current ? 'Bet in this round' : 'Bet in the next round'}
        </h2>
        {market === next && current && (
          <p class="series-clock">
            <Clock to={startsAt} /> <span class="quiet">until it starts</span>
          </p>
        )}
      </section>
      <Board market={market} />
      {market === next && <YourPosition market={market} />}
      <TicketFrame market={market} reload={reload} key={market.id} />
    </>
  );
}

/** The side of a link is chosen in one round only. */
function useSideOnce(marketId: string | undefined): void {
  useEffect(() => {
    const { path, query } = place.peek();
    if (marketId !== undefined && query.has('side')) navigate(path, { replace: true });
  }, [marketId]);
}
