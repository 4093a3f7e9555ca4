import { Failure } from '../../components/notice.tsx';
import { useFeed } from '../../data/feed.ts';
import { useResource } from '../../data/resource.ts';
import { session } from '../../data/session.ts';
import { tote } from '../../data/tote.ts';
import { plainText } from '../../format/words.ts';
import { Ticket } from '../../ticket/ticket.tsx';

/** A market and its ticket. */
export function MarketScreen({ id }: { readonly id: string }) {
  const market = useResource(
    (signal) => tote.peek().getMarket({ marketId: id }, { signal }),
    [id, session.value?.wallet],
  );
  useFeed({ marketId: id }, { onEvent: market.reload, onGap: market.reload });
  const found = market.value.value;
  return (
    <article class="narrow stack">
      {market.error.value && <Failure error={market.error.value} retry={market.reload} />}
      {found ? (
        <>
          <h1 dir="auto">{plainText(found.question)}</h1>
          <p>{found.details}</p>
          {found.status === 'resolved' && (
            <p>
              Decided: <strong>{found.winningOutcome ?? 'every stake goes back'}</strong>
            </p>
          )}
          <Ticket market={found} reload={market.reload} />
        </>
      ) : (
        <p class="loading">Loading the market …</p>
      )}
    </article>
  );
}
