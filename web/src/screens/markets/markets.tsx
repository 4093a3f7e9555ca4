import { useSignal } from '@preact/signals';
import type { FeedItem } from '@tote/sdk';
import { useRef } from 'preact/hooks';
import { Button } from '../../components/forms.tsx';
import { Failure, More } from '../../components/notice.tsx';
import { useFeed } from '../../data/feed.ts';
import { joinLists, type Pages, usePages } from '../../data/pages.ts';
import { useResource } from '../../data/resource.ts';
import { useSoon } from '../../data/soon.ts';
import { config, tote } from '../../data/tote.ts';
import { branding } from '../../navigation/env.ts';
import { href, navigate, place } from '../../navigation/router.ts';
import { ACTIVITY_SHOWN, Activity, addActivity } from './activity.tsx';
import { applyEvent, isNewRound, type MarketList, oneRoundEach } from './apply-event.ts';
import { Filters } from './filters.tsx';
import { isNewIn, readListQuery } from './list-query.ts';
import { MarketCard } from './market-card.tsx';
import { TotalsLine } from './totals.tsx';

const PAGE = 24;

export function Markets() {
  const { query } = place.value;
  const search = JSON.stringify(readListQuery(query));
  const markets = usePages<MarketList>(
    (cursor, signal) =>
      tote.value.listMarkets(
        { ...readListQuery(query), rounds: 'open', limit: PAGE, cursor },
        { signal },
      ),
    (shown, next) => joinLists(shown, next, ({ id }) => id),
    [search],
  );
  const activity = useResource(
    (signal) => tote.value.listActivity({ limit: ACTIVITY_SHOWN }, { signal }),
    [],
  );
  const totals = useTotals();
  const news = useSignal<{ readonly search: string; readonly ids: readonly string[] }>({
    ...{ search, ids: [] },
  });
  const newIds = news.value.search === search ? news.value.ids : [];

  useEvents({
    onEvents(events) {
      const { decimals } = config.peek() ?? {};
      markets.update((list) => events.reduce((all, one) => applyEvent(all, one, decimals), list));
      activity.update((shown) => addActivity(shown, events));
      totals.onEvents(events);
      if (events.some(isNewRound)) markets.reload();
      const shown = new Set([...newIds, ...(markets.value.peek() ?? []).map(({ id }) => id)]);
      const fresh = events.filter(
        (event) => isNewIn(query, event) && !shown.has(event.marketId ?? ''),
      );
      if (fresh.length === 0) return;
      news.value = { search, ids: [...newIds, ...fresh.map(({ marketId }) => marketId ?? '')] };
    },
    onGap() {
      news.value = { search, ids: [] };
      markets.reload();
      activity.reload();
      totals.reload();
    },
  });
  return (
    <>
      <h1 class="visually-hidden">Markets</h1>
      <p class="intro">
        {branding.name} is a prediction market without a house: a Solana program holds the stakes
        and pays the winners, and anyone can verify each outcome.{' '}
        <a href={href('/about')}>How it works</a>
      </p>
      <TotalsLine totals={totals.value} />
      <Activity events={activity.value.value} markets={markets.value.value} />
      <Filters />
      <NewMarkets
        count={newIds.length}
        show={() => {
          news.value = { search, ids: [] };
          markets.reload();
        }}
      />
      <List markets={markets} isFiltered={search !== '{}'} />
    </>
  );
}

/** Totals are read again some time after an event that changes them. */
function useTotals() {
  const stats = useResource((signal) => tote.value.getStats({ days: 1 }, { signal }), []);
  const soon = useSoon(stats.reload, TOTALS_MS);
  return {
    value: stats.value.value?.totals,
    reload: stats.reload,
    onEvents(events: readonly FeedItem[]) {
      if (events.some(({ type }) => CHANGES_TOTALS.includes(type))) soon();
    },
  };
}

const TOTALS_MS = 2_000;
const CHANGES_TOTALS: readonly string[] = [
  ...['market.created', 'market.resolved', 'market.refunded'],
  ...['position.settled', 'settlement.finished'],
];

/** New markets wait for a click, so that the list does not move while it is read. */
function NewMarkets({ count, show }: { readonly count: number; show(): void }) {
  return (
    <p class="new-markets" role="status">
      {count > 0 && (
        <Button onClick={show}>
          {count === 1 ? '1 new market, show' : `${count} new markets, show`}
        </Button>
      )}
    </p>
  );
}

function List({ markets, isFiltered }: { markets: Pages<MarketList>; isFiltered: boolean }) {
  const { value, error } = markets;
  // The last list stays while another one is read, so that nothing jumps.
  const last = useRef<MarketList | undefined>(undefined);
  last.current = value.value ?? (error.value ? undefined : last.current);
  const isLoading = value.value === undefined && !error.value;
  return (
    <>
      {error.value && <Failure error={error.value} retry={markets.reload} />}
      {last.current?.length === 0 && <NoMarkets isFiltered={isFiltered} />}
      <ul class="cards" aria-busy={isLoading}>
        {oneRoundEach(last.current ?? []).map((market) => (
          <li key={market.id}>
            <MarketCard market={market} />
          </li>
        ))}
        {isLoading && !last.current && <LoadingCards />}
      </ul>
      <More pages={markets} what="markets" />
    </>
  );
}

function LoadingCards() {
  return (
    <>
      {Array.from({ length: 6 }, (_, index) => (
        <li key={index} class="sheet card card-loading">
          {index === 0 && <span class="visually-hidden">Loading the markets …</span>}
        </li>
      ))}
    </>
  );
}

function NoMarkets({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div class="empty">
      {isFiltered ? (
        <>
          <p>No markets match. Try fewer words or filters.</p>
          <Button onClick={() => navigate('/', { replace: true })}>Show all markets</Button>
        </>
      ) : (
        <>
          <p>No markets yet. Create the first one.</p>
          <a class="button button-main" href={href('/new')}>
            Create a market
          </a>
        </>
      )}
    </div>
  );
}

const PAUSE_MS = 250;

function useEvents(listener: { onEvents(events: readonly FeedItem[]): void; onGap(): void }): void {
  const newest = useRef(listener);
  newest.current = listener;
  const waiting = useRef<FeedItem[]>([]);
  const soon = useSoon(() => newest.current.onEvents(waiting.current.splice(0)), PAUSE_MS);
  useFeed(
    {},
    {
      onEvent(event) {
        waiting.current.push(event);
        soon();
      },
      onGap: () => newest.current.onGap(),
    },
  );
}
