import { useSignalEffect } from '@preact/signals';
import type { FeedItem, Market, SeriesRound } from '@tote/sdk';
import { useEffect, useRef } from 'preact/hooks';
import { now } from '../../data/clock.ts';
import { useFeed } from '../../data/feed.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import { session } from '../../data/session.ts';
import { throttle, useSoon } from '../../data/soon.ts';
import { tote } from '../../data/tote.ts';
import { useSession, useSilentChanges } from '../market/use-market.ts';
import {
  applyToRounds,
  changesSeries,
  mergeResults,
  RESULTS,
  type SeriesData,
} from './series-data.ts';

const POSITIONS = 100;
/** A busy service has a hundred events a second, too many to show each. */
const CALM_MS = 200;
const REREAD_MS = 1_000;

export function useSeries(id: string): Resource<SeriesData> {
  const resource = useResource((signal) => readSeries(id, signal), [id]);
  const { value, update, reload } = resource;
  const soon = useSoon(reload, REREAD_MS);
  const listener = useRef<ReturnType<typeof createListener> | undefined>(undefined);
  listener.current ??= createListener(resource, soon);
  useEffect(() => () => listener.current?.cancel(), []);
  useSession(resource);
  useFeed({}, { onEvent: listener.current.onEvent, onGap: reload });
  // A round begins when the clock says so, also one that was never opened.
  useSignalEffect(() => {
    const { next } = value.value?.series ?? {};
    if (next && now.value >= Date.parse(next.startsAt)) soon();
  });
  // The value that decides the round has no events.
  useSilentChanges(
    value.value?.current?.id,
    () => value.peek()?.current,
    ({ id: read, conditionProgress }) =>
      update((data) =>
        data.current?.id === read
          ? { ...data, current: { ...data.current, conditionProgress } }
          : data,
      ),
  );
  return resource;
}

function createListener({ value, update }: Resource<SeriesData>, soon: () => void) {
  let waiting: FeedItem[] = [];
  const show = throttle(() => {
    const events = waiting;
    waiting = [];
    const at = now.peek();
    update((data) => events.reduce((last, event) => applyToRounds(last, event, at), data));
  }, CALM_MS);
  return {
    onEvent(event: FeedItem) {
      waiting.push(event);
      show.call();
      const data = value.peek();
      if (data && changesSeries(data, event, session.peek()?.wallet)) soon();
    },
    cancel: show.cancel,
  };
}

async function readSeries(seriesId: string, signal: AbortSignal): Promise<SeriesData> {
  const client = tote.peek();
  const address = session.peek()?.wallet;
  const [series, decided, wallet] = await Promise.all([
    client.getSeries({ seriesId }, { signal }),
    client.listMarkets({ series: seriesId, status: 'resolved', limit: RESULTS }, { signal }),
    address && client.getWallet({ address, limit: POSITIONS }, { signal }),
  ]);
  const own = wallet ? wallet.positions.filter((each) => each.series === seriesId) : [];
  const read = async (round: SeriesRound | null): Promise<Market | undefined> => {
    if (!round?.marketId) return undefined;
    const market = await client.getMarket({ marketId: round.marketId }, { signal });
    // Positions are public, so a wallet that has not signed in sees its own too.
    const yours = market.yours ?? own.find(({ marketId }) => marketId === market.id) ?? null;
    return { ...market, yours };
  };
  const [current, next] = await Promise.all([read(series.current), read(series.next)]);
  return { series, current, next, results: mergeResults(series.results, decided), own };
}
