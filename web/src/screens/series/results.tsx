import type { Position, SeriesDetail } from '@tote/sdk';
import { duration, minuteTime, utcTime } from '../../format/times.ts';
import { DECIDED_BY } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';
import { findStreak, type Result } from './series-data.ts';

/** The last rounds as a strip, the newest first. */
export function Results({ results }: { readonly results: readonly Result[] }) {
  const count = (side: 'Yes' | 'No') => results.filter(({ winner }) => winner === side).length;
  return (
    <section class="sheet stack series-results" aria-labelledby="results">
      <h2 id="results">Last rounds</h2>
      {results.length === 0 ? (
        <p class="quiet">No round has ended yet. The results of the last twenty will be here.</p>
      ) : (
        <>
          <ol class="results">
            {results.map((result) => (
              <li key={result.marketId}>
                <ResultLink {...result} />
              </li>
            ))}
          </ol>
          <p class="quiet" role="status">
            Yes won {count('Yes')}, No won {count('No')}.
          </p>
        </>
      )}
    </section>
  );
}

function ResultLink({ marketId, endsAt, winner }: Result) {
  const name = winner ?? (winner === null ? 'Refunded' : 'Being decided');
  const kind = winner ? winner.toLowerCase() : winner === null ? 'refunded' : 'deciding';
  return (
    <a class={`result result-${kind}`} href={href(`/m/${marketId}`)} title={utcTime(endsAt)}>
      <span aria-hidden="true">{winner ?? (winner === null ? '↺' : '…')}</span>
      <span class="visually-hidden">
        {name}, {minuteTime(endsAt)}
      </span>
    </a>
  );
}

const rounds = (count: number) => (count === 1 ? '1 round' : `${count} rounds`);

/** Nothing for those who have never bet in the series. */
export function YourStreak({ own }: { readonly own: readonly Position[] }) {
  const streak = findStreak(own);
  if (!streak) return null;
  const { won, lost, inRow } = streak;
  return (
    <section class="board series-streak" aria-labelledby="streak">
      <h2 id="streak">Your streak</h2>
      <p role="status">
        <span class="clock figure">{inRow}</span> {inRow === 1 ? 'win' : 'wins'} in a row
      </p>
      <p class="quiet">
        You won {won} of the last {rounds(won + lost)} you bet in.
      </p>
    </section>
  );
}

const BEFORE_START =
  'Betting in a round closes when it starts, because late bets would take from early ones. ' +
  'You bet on the next round.';

const durationOf = (seconds: number) => duration(seconds * 1_000);

export function Rules({ series }: { readonly series: SeriesDetail }) {
  const { closesAfterStart, decidedBy, vetoSeconds, missedRounds } = series;
  return (
    <section class="stack" aria-labelledby="rules">
      <h2 id="rules">How rounds work</h2>
      <ul class="series-rules">
        <li>
          {closesAfterStart === 0
            ? BEFORE_START
            : `Betting in a round closes ${durationOf(closesAfterStart)} after its start.`}
        </li>
        <li>Each round is a market with a pool of its own, paid and verified like every other.</li>
        <li>
          {DECIDED_BY[decidedBy].name}: {DECIDED_BY[decidedBy].sentence}{' '}
          {vetoSeconds > 0
            ? `An outcome can be vetoed for ${durationOf(vetoSeconds)} before it is final.`
            : 'An outcome is final at once.'}
        </li>
        {missedRounds > 0 && (
          <li>Rounds that could not be opened in time and were left out: {missedRounds}</li>
        )}
      </ul>
    </section>
  );
}
