// The events that a webhook is sent next. Few are in memory: a receiver that is slower than the
// feed gets the rest from the outbox, in pages, when it has taken these.
import { EventEmitter, once } from 'node:events';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import type { Webhook } from '../../store/journal/webhooks.ts';
import type { FeedEvent, FeedFilter } from '../feed-event.ts';
import type { FeedHub } from '../feed-hub.ts';
import type { Subscription } from '../subscriber.ts';

const EVENTS_MAX = 100;
const EVENTS_LOW = 50;
const RETRY_MS = 1_000;

interface BacklogContext {
  readonly feed: FeedHub;
  readonly wallMs: () => number;
}

export class Backlog {
  readonly #context: BacklogContext;
  readonly #filter: FeedFilter;
  readonly #types: ReadonlySet<string> | undefined;
  readonly #markets: ReadonlySet<string> | undefined;
  #events: FeedEvent[] = [];
  #subscription: Subscription | undefined;
  #readUpTo: bigint;
  readonly #changes = new EventEmitter();

  constructor(context: BacklogContext, webhook: Webhook) {
    this.#context = context;
    this.#readUpTo = webhook.lastEventId;
    const { types, markets, isOwnWallet, wallet } = webhook;
    this.#types = types ? new Set(types) : undefined;
    this.#markets = markets ? new Set(markets) : undefined;
    const [only, ...others] = markets ?? [];
    // The index of the feed finds one market. Of several, events are read and left out.
    const marketId = others.length === 0 ? only : undefined;
    this.#filter = { ...(isOwnWallet && { wallet }), ...(marketId !== undefined && { marketId }) };
  }

  /** Everything up to this event was taken, or does not match. Before the first: that event. */
  get position(): bigint {
    const [first] = this.#events;
    if (first) return first.id - 1n;
    return this.#subscription?.position ?? this.#readUpTo;
  }

  get nextAt(): number | undefined {
    return this.#events[0]?.at;
  }

  /** The next events, at most `most`, without removing them. None when the signal aborts. */
  async next(most: number, signal: AbortSignal): Promise<readonly FeedEvent[]> {
    while (!signal.aborted) {
      if (this.#events.length > 0) return this.#events.slice(0, most);
      // The database may be unavailable for a while.
      const pause = () => sleepUnlessAborted(RETRY_MS, signal);
      if (!this.#subscription) await this.#subscribe().catch(pause);
      else await this.#change(signal);
    }
    return [];
  }

  remove(count: number): void {
    this.#events.splice(0, count);
    if (this.#events.length <= EVENTS_LOW) this.#notice();
  }

  restart(lastEventId: bigint): void {
    this.close();
    this.#events = [];
    this.#readUpTo = lastEventId;
  }

  close(): void {
    this.#subscription?.close();
    this.#subscription = undefined;
  }

  async #subscribe(): Promise<void> {
    const { feed, wallMs } = this.#context;
    const { after, reset } = await feed.findStreamStart(this.#readUpTo, wallMs);
    if (reset) this.#events.push(reset);
    const start = after ?? this.#readUpTo;
    this.#readUpTo = start;
    const subscription = feed.subscribe(this.#filter, start, (event) => this.#take(event), {
      ready: () => this.#untilRoom(),
      isPatient: true,
    });
    this.#subscription = subscription;
    void subscription.ended.then(() => {
      if (this.#subscription !== subscription) return;
      this.#readUpTo = subscription.position;
      this.#subscription = undefined;
      this.#notice();
    });
  }

  /** False ends the subscription; what comes later is read again when there is room. */
  #take(event: FeedEvent): boolean {
    if (!this.#matches(event)) return true;
    this.#events.push(event);
    this.#notice();
    return this.#events.length < EVENTS_MAX;
  }

  #matches({ type, marketId }: FeedEvent): boolean {
    if (this.#types && !this.#types.has(type)) return false;
    return !this.#markets || (marketId !== null && this.#markets.has(marketId));
  }

  async #untilRoom(): Promise<void> {
    while (this.#subscription && this.#events.length > EVENTS_LOW) await this.#change();
  }

  #notice(): void {
    this.#changes.emit('change');
  }

  async #change(signal?: AbortSignal): Promise<void> {
    // It fails if the signal aborts, which whoever waits checks.
    await once(this.#changes, 'change', { signal }).catch(() => undefined);
  }
}
