// The service's events while a screen needs them. A hidden tab closes its connection, because
// browsers allow six for all tabs together, and resumes where it was when it is visible again.
import { computed, signal } from '@preact/signals';
import type { FeedItem, FeedOptions } from '@tote/sdk';
import { ToteError } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { checkService, now, onWake, setChainTime } from './clock.ts';
import { tote } from './tote.ts';

type Connection = 'none' | 'connecting' | 'live' | 'offline';

/** The worst state of the screen's feeds, for the badge; none if it has no feed. */
export const connection = signal<Connection>('none');
const WORST_FIRST = ['offline', 'connecting', 'live'] as const;
const feeds = new Map<object, Connection>();

const OLD_MS = 10_000;
/** When the feed was last live, or when the screen was opened, as `performance.now()`. */
let liveUntil = 0;

/** Since when the figures have been stale, by the visitor's clock, if that is a while ago. */
export const oldSince = computed(() => {
  // Reading the signal re-evaluates this each second.
  void now.value;
  if (connection.value === 'live' || connection.value === 'none') return undefined;
  const isOld = performance.now() - liveUntil > OLD_MS;
  return isOld ? performance.timeOrigin + liveUntil : undefined;
});

function setConnection(feed: object, state: Connection): void {
  feeds.set(feed, state);
  if (state === 'none') feeds.delete(feed);
  const states = new Set(feeds.values());
  const next = WORST_FIRST.find((each) => states.has(each)) ?? 'none';
  if (connection.peek() === 'live' || connection.peek() === 'none') liveUntil = performance.now();
  connection.value = next;
}

type Filter = Pick<FeedOptions, 'marketId' | 'wallet'>;

interface Listener {
  onEvent(event: FeedItem): void;
  /** Events may have been missed, so the screen must be read again. */
  onGap(): void;
}

const RETRY_MS = 5_000;

/** How long a screen waits for its feed before it is read. */
const HOLD_MS = 1_000;
const held = new Set<Promise<void>>();

/** Resolves when the screen's feeds are live, so that no event is missed by what is read now. */
export const untilLive = (): Promise<unknown> => Promise.resolve().then(() => Promise.all(held));

function holdReads(): () => void {
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  held.add(hold);
  return () => {
    held.delete(hold);
    release();
  };
}

function follow(filter: Filter, { onEvent, onGap }: Listener): () => void {
  let lastEventId: string | undefined;
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the screen was read before the feed was live, and so may have missed events. */
  let wasRead = document.hidden;
  const release = wasRead ? () => {} : holdReads();
  const holding = setTimeout(readNow, HOLD_MS);

  function readNow(): void {
    clearTimeout(holding);
    wasRead = true;
    release();
  }

  async function run({ signal }: AbortController): Promise<void> {
    let isNew = lastEventId === undefined;
    const feed = tote.peek().feed({
      ...{ ...filter, lastEventId, signal },
      onState(state) {
        setConnection(filter, state.state === 'live' ? 'live' : 'offline');
        if (state.state !== 'live') {
          readNow();
          checkService();
          return;
        }
        if (state.chainTime) setChainTime(state.chainTime);
        if (isNew && wasRead) onGap();
        isNew = false;
        readNow();
      },
    });
    for await (const event of feed) {
      if (event.id) lastEventId = event.id;
      if (event.type === 'feed.reset') onGap();
      else onEvent(event);
    }
  }

  function start(): void {
    clearTimeout(timer);
    if (document.hidden || running) return;
    const controller = new AbortController();
    running = controller;
    setConnection(filter, 'connecting');
    run(controller).catch((error) => {
      if (controller.signal.aborted) return;
      if (!(error instanceof ToteError)) throw error;
      running = undefined;
      readNow();
      setConnection(filter, 'offline');
      timer = setTimeout(start, RETRY_MS);
    });
  }

  function stop(): void {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  }

  const stopWaking = onWake(({ type }) => {
    // A connection from before an outage may be dead, and its next try a while away.
    if (document.hidden || type !== 'visibilitychange') stop();
    start();
  });
  start();
  return () => {
    stop();
    readNow();
    setConnection(filter, 'none');
    stopWaking();
  };
}

export function useFeed(filter: Filter, listener: Listener): void {
  const { marketId, wallet } = filter;
  // Listeners read signals, so the first listener never becomes stale.
  useEffect(() => follow({ marketId, wallet }, listener), [marketId, wallet]);
}
