import { useSignal, useSignalEffect } from '@preact/signals';
import { type FeedItem, type Market, ToteError } from '@tote/sdk';
import { useEffect, useRef } from 'preact/hooks';
import { now } from '../../data/clock.ts';
import { useFeed } from '../../data/feed.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import { session } from '../../data/session.ts';
import { throttle } from '../../data/soon.ts';
import { tote } from '../../data/tote.ts';
import { applyEvent, isTurn, type MarketData, toPoint } from './market-data.ts';

const POINTS = 200;
export const BETS = 100;
const TRIES = 3;
/** A busy market has a hundred events a second, too many to show each. */
const CALM_MS = 200;
const REREAD_MS = 2_000;
/** The condition's value and the waiting reason have no events, so they are polled. */
const POLL_MS = 5_000;

export function useMarket(id: string): Resource<MarketData> & { readonly settlements: number } {
  const seen = useRef(0);
  const resource = useResource((signal) => readQuietly(id, seen, signal), [id]);
  const settlements = useSignal(0);
  const listener = useRef<ReturnType<typeof createListener> | undefined>(undefined);
  listener.current ??= createListener(resource, seen, () => {
    settlements.value += 1;
  });
  useEffect(() => () => listener.current?.cancel(), []);
  useFeed({ marketId: id }, { onEvent: listener.current.onEvent, onGap: resource.reload });
  useSession(resource);
  usePolling(id, resource);
  return { ...resource, settlements: settlements.value };
}

/** Reads again if an event came meanwhile, because the answer may be older than it. */
async function readQuietly(
  id: string,
  seen: { readonly current: number },
  signal: AbortSignal,
): Promise<MarketData> {
  for (let left = TRIES; ; left -= 1) {
    const before = seen.current;
    const data = await readMarket(id, signal);
    if (seen.current === before || left <= 1) return data;
  }
}

async function readMarket(marketId: string, signal: AbortSignal): Promise<MarketData> {
  const client = tote.peek();
  const [market, bets, points] = await Promise.all([
    client.getMarket({ marketId }, { signal }),
    client.listMarketBets({ marketId, limit: BETS }, { signal }),
    client.listHistory({ marketId, points: POINTS }, { signal }),
  ]);
  const yours = market.yours === undefined ? await findYours(marketId, signal) : market.yours;
  const confirmed = bets.filter(({ state }) => state === 'confirmed');
  return {
    market: yours === undefined ? market : { ...market, yours },
    bets: confirmed,
    history: points.map(toPoint).reverse(),
  };
}

/** Positions are public, so a wallet that has not signed in sees its own too. */
async function findYours(marketId: string, signal: AbortSignal): Promise<Market['yours']> {
  const address = session.peek()?.wallet;
  if (address === undefined) return undefined;
  const { positions } = await tote.peek().getWallet({ address, limit: 100 }, { signal });
  return positions.find((position) => position.marketId === marketId) ?? null;
}

function createListener(
  resource: Resource<MarketData>,
  seen: { current: number },
  onSettlement: () => void,
) {
  let waiting: FeedItem[] = [];
  const show = throttle(() => {
    const events = waiting;
    waiting = [];
    const at = now.peek();
    resource.update((data) => events.reduce((last, event) => applyEvent(last, event, at), data));
  }, CALM_MS);
  const reread = throttle(resource.reload, REREAD_MS);
  const settle = throttle(onSettlement, REREAD_MS);
  return {
    onEvent(event: FeedItem) {
      seen.current += 1;
      waiting.push(event);
      show.call();
      // Every bet changes what a position would pay.
      const isYours = event.type === 'odds.changed' && resource.value.peek()?.market.yours;
      if (isTurn(event) || isYours) reread.call();
      if (event.type.startsWith('settlement.')) settle.call();
    },
    cancel() {
      for (const each of [show, reread, settle]) each.cancel();
    },
  };
}

/** A different wallet has a different position. */
export function useSession({ reload }: Pick<Resource<unknown>, 'reload'>): void {
  const last = useRef(session.peek());
  useSignalEffect(() => {
    const current = session.value;
    if (current === last.current) return;
    last.current = current;
    reload();
  });
}

function usePolling(id: string, { value, update, reload }: Resource<MarketData>): void {
  const find = () => value.peek()?.market;
  useSilentChanges(id, find, (market, known) => {
    if (isOther(market, known)) reload();
    const { conditionProgress, resolution } = market;
    update((data) => ({ ...data, market: { ...data.market, conditionProgress, resolution } }));
  });
}

/** `find`: the market as the screen knows it. */
export function useSilentChanges(
  id: string | undefined,
  find: () => Market | undefined,
  onRead: (market: Market, known: Market) => void,
): void {
  const newest = useRef({ find, onRead });
  newest.current = { find, onRead };
  useEffect(() => {
    if (id === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setInterval(async () => {
      const known = newest.current.find();
      if (document.hidden || !known || !changesSilently(known)) return;
      try {
        newest.current.onRead(await tote.peek().getMarket({ marketId: id }, { signal }), known);
      } catch (error) {
        // The badge in the header shows that the service is down.
        if (!(error instanceof ToteError)) throw error;
      }
    }, POLL_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [id]);
}

const changesSilently = ({ status, decidedBy, bettingOpen }: Market) =>
  status === 'open' && (decidedBy !== 'attestation' || !bettingOpen);

const isOther = (market: Market, known: Market) =>
  market.status !== known.status ||
  market.bettingOpen !== known.bettingOpen ||
  market.proposedOutcome !== known.proposedOutcome;
