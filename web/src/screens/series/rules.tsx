import type { SeriesDetail } from '@tote/sdk';
import { duration } from '../../format/times.ts';
import { DECIDED_BY } from '../../format/words.ts';

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
