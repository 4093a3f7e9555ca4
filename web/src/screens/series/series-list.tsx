import { Failure } from '../../components/notice.tsx';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { DECIDED_BY, plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';
import { cadenceWords, titleOf } from './series-data.ts';

export function SeriesList() {
  const { value, error, reload } = useResource(
    (signal) => tote.value.listSeries({}, { signal }),
    [],
  );
  const list = value.value;
  return (
    <section class="narrow stack">
      <h1>Series</h1>
      <p class="quiet">Markets that are opened again and again. Bet in the next round.</p>
      {error.value && <Failure error={error.value} retry={reload} />}
      {!list && !error.value && <p role="status">Loading …</p>}
      {list?.length === 0 && <p>No series yet. Operators can start one.</p>}
      <ul class="stack">
        {list?.map(({ id, question, cadence, currency, decidedBy, stoppedAt }) => (
          <li key={id} class={stoppedAt ? 'sheet card' : 'sheet card card-open'}>
            <h2 class="card-question" dir="auto">
              <a href={href(`/series/${id}`)}>{plainText(titleOf(question))}</a>
            </h2>
            <p class="quiet">
              {stoppedAt ? 'Ended' : `A new round ${cadenceWords(cadence)}`} · {currency} ·{' '}
              {DECIDED_BY[decidedBy].name}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
