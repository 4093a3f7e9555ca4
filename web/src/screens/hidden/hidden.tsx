// What the operator has hidden. The questions are not repeated here.
import { Moment } from '../../components/countdown.tsx';
import { Failure } from '../../components/notice.tsx';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';

export function Hidden() {
  const hidden = useResource((signal) => tote.value.listHiddenMarkets({}, { signal }), []);
  const list = hidden.value.value;
  return (
    <section class="narrow stack">
      <h1>Hidden markets</h1>
      <p class="quiet">
        The operator may hide a market from lists and take no bets in it here. Nobody can touch its
        money or its outcome: it is decided and paid like any other.
      </p>
      {hidden.error.value && <Failure error={hidden.error.value} retry={hidden.reload} />}
      {!list && !hidden.error.value && <p role="status">Loading …</p>}
      {list?.length === 0 && <p>No market has been hidden.</p>}
      <ul class="stack">
        {list?.map(({ marketId, reason, hiddenAt, unhiddenAt }) => (
          <li>
            <a href={href(`/m/${marketId}`)}>
              <bdi>{plainText(reason)}</bdi>
            </a>
            <br />
            Hidden on <Moment at={hiddenAt} />
            {unhiddenAt && (
              <>
                , shown again on <Moment at={unhiddenAt} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
