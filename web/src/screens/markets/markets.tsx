// All markets: search, filters, and cards that change by themselves.
import { useSignal } from '@preact/signals';
import type { FeedItem, MarketSummary } from '@tote/sdk';
import { Failure } from '../../components/notice.tsx';
import { useFeed } from '../../data/feed.ts';
import { useResource } from '../../data/resource.ts';
import { tote } from '../../data/tote.ts';
import { href, navigate, place } from '../../navigation/router.ts';
import { Activity } from './activity.tsx';
import { Filters } from './filters.tsx';
import { readListQuery } from './list-query.ts';
import { MarketCard } from './market-card.tsx';
import { Totals } from './totals.tsx';

const PAGE = 24;

export function Markets() {
  const { query } = place.value;
  const search = query.toString();
  const markets = useResource(
    (signal) => tote.value.listMarkets({ ...readListQuery(query), limit: PAGE }, { signal }),
    [search],
  );
  const more = useSignal<{
    readonly search: string;
    readonly pages: MarketSummary[];
    readonly cursor?: string;
  }>({ search: '', pages: [] });
  useFeed(
    {},
    {
      onEvent: (event) => markets.update((list) => applyEvent(list, event)),
      onGap: markets.reload,
    },
  );

  const first = markets.value.value;
  const rest = more.value.search === search ? more.value : { pages: [], cursor: first?.nextCursor };
  const loadMore = async () => {
    const next = await tote.value.listMarkets({
      ...{ ...readListQuery(query), limit: PAGE, cursor: rest.cursor },
    });
    more.value = { search, pages: [...rest.pages, ...next], cursor: next.nextCursor };
  };
  return (
    <>
      <h1 class="visually-hidden">Markets</h1>
      <Totals />
      <Activity />
      <Filters />
      {markets.error.value && <Failure error={markets.error.value} retry={markets.reload} />}
      {first === undefined && !markets.error.value && <LoadingCards />}
      {first?.length === 0 && <NoMarkets isFiltered={search !== ''} />}
      <ul class="cards">
        {[...(first ?? []), ...rest.pages].map((market) => (
          <li key={market.id}>
            <MarketCard market={market} />
          </li>
        ))}
      </ul>
      {rest.cursor && (
        <button type="button" class="button more" onClick={loadMore}>
          More markets
        </button>
      )}
    </>
  );
}

function applyEvent(
  list: readonly MarketSummary[] & { readonly nextCursor?: string },
  event: FeedItem,
): typeof list {
  if (event.type !== 'odds.changed') return list;
  const changed = list.map((market) =>
    market.id === event.marketId ? { ...market, odds: event.data.odds } : market,
  );
  return Object.assign(changed, { nextCursor: list.nextCursor });
}

function LoadingCards() {
  return (
    <p class="loading" role="status">
      Loading the markets …
    </p>
  );
}

function NoMarkets({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div class="empty">
      {isFiltered ? (
        <>
          <p>No market is like that.</p>
          <button type="button" class="button" onClick={() => navigate('/')}>
            Show all markets
          </button>
        </>
      ) : (
        <>
          <p>There are no markets yet. Ask the first question.</p>
          <a class="button button-main" href={href('/new')}>
            Create a market
          </a>
        </>
      )}
    </div>
  );
}
