// The events of the service while a screen needs them. A hidden tab has no connection: browsers
// allow six for all tabs together. It goes on where it was when it is visible again.
import { signal } from '@preact/signals';
import type { FeedItem, FeedOptions } from '@tote/sdk';
import { ToteError } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { checkService, setChainTime } from './clock.ts';
import { tote } from './tote.ts';

export type Connection = 'connecting' | 'live' | 'offline';

/** Of the feed of the screen, for the badge. */
export const connection = signal<Connection>('connecting');

type Filter = Pick<FeedOptions, 'marketId' | 'wallet'>;

interface Listener {
  onEvent(event: FeedItem): void;
  /** Events may have been missed: what the screen shows must be read again. */
  onGap(): void;
}

const RETRY_MS = 5_000;

function follow(filter: Filter, { onEvent, onGap }: Listener): () => void {
  let lastEventId: string | undefined;
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run({ signal }: AbortController): Promise<void> {
    let isNew = lastEventId === undefined;
    const feed = tote.peek().feed({
      ...{ ...filter, lastEventId, signal },
      onState(state) {
        connection.value = state.state === 'live' ? 'live' : 'offline';
        if (state.state !== 'live') {
          checkService();
          return;
        }
        if (state.chainTime) setChainTime(state.chainTime);
        // What happened between the reading of the screen and now has no event here.
        if (isNew) onGap();
        isNew = false;
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
    connection.value = 'connecting';
    run(controller).catch((error) => {
      if (controller.signal.aborted) return;
      if (!(error instanceof ToteError)) throw error;
      running = undefined;
      connection.value = 'offline';
      timer = setTimeout(start, RETRY_MS);
    });
  }

  function stop(): void {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  }

  const onVisibility = () => (document.hidden ? stop() : start());
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', start);
  start();
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('online', start);
  };
}

/** Calls the listener while the component is there. */
export function useFeed(filter: Filter, listener: Listener): void {
  const { marketId, wallet } = filter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a listener reads signals, not values
  useEffect(() => follow({ marketId, wallet }, listener), [marketId, wallet]);
}
