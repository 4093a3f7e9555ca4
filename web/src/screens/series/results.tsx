import type { Position } from '@tote/sdk';
import { minuteTime, utcTime } from '../../format/times.ts';
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
