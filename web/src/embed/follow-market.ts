import { createTote, type FeedItem, type Market, ToteError } from '@tote/sdk';
import { apiUrl } from '../navigation/env.ts';

export interface Shown {
  readonly market?: Market;
  readonly error?: ToteError;
  readonly isLive: boolean;
  readonly now?: number;
}

const RETRY_MS = 5_000;
const HOLD_MS = 1_000;

export function followMarket(marketId: string, show: (shown: Shown) => void): void {
  const tote = createTote({ url: apiUrl });
  let shown: Shown = { isLive: false };
  let running: AbortController | undefined;
  /** The chain's time minus `performance.now()`. */
  let offsetMs: number | undefined;

  function change(changed: Partial<Shown>): void {
    const now = offsetMs === undefined ? undefined : performance.now() + offsetMs;
    shown = { ...shown, ...changed, now };
    show(shown);
  }

  function setTime(instant: string): void {
    offsetMs = Date.parse(instant) - performance.now();
  }

  const read = () =>
    tote.getMarket({ marketId }).then(
      (market) => change({ market, error: undefined }),
      (error) => change({ error: toteErrorOf(error) }),
    );

  function apply(event: FeedItem): void {
    if (event.type === 'odds.changed') {
      if (shown.market) change({ market: withOdds(shown.market, event) });
    } else if (/^(market|feed)\./.test(event.type)) {
      read();
    }
  }

  async function listen({ signal }: AbortController): Promise<void> {
    let isNew = true;
    const feed = tote.feed({
      ...{ marketId, signal },
      onState(state) {
        if (state.state === 'live' && state.chainTime) setTime(state.chainTime);
        change({ isLive: state.state === 'live' });
        // Earlier events were missed.
        if (state.state === 'live' && isNew) read();
        isNew &&= state.state !== 'live';
      },
    });
    for await (const event of feed) apply(event);
  }

  /** A hidden tab closes its connection, because browsers allow few. */
  function update(): void {
    if (document.hidden) running?.abort();
    if (document.hidden || running) return;
    const controller = new AbortController();
    running = controller;
    listen(controller)
      .catch((error) => {
        toteErrorOf(error);
        change({ isLive: false });
      })
      .finally(() => {
        running = undefined;
        setTimeout(update, controller.signal.aborted ? 0 : RETRY_MS);
      });
  }

  tote.getConfig().then(
    ({ now }) => setTime(now),
    // Heartbeats carry the time too.
    toteErrorOf,
  );
  // The market is read when the feed is live, but does not wait for it long.
  setTimeout(() => shown.market || read(), HOLD_MS);
  update();
  document.addEventListener('visibilitychange', update);
  setInterval(() => change({}), 1_000);
}

/** Everything else is a fault of ours. */
function toteErrorOf(error: unknown): ToteError {
  if (error instanceof ToteError) return error;
  throw error;
}

type OddsChanged = Extract<FeedItem, { readonly type: 'odds.changed' }>;

function withOdds(market: Market, { data: { odds, totalStake } }: OddsChanged): Market {
  const outcomes = market.outcomes.map((outcome) => ({
    ...outcome,
    odds: odds[outcome.name],
    totalStake: totalStake[outcome.name],
  }));
  return { ...market, outcomes };
}
