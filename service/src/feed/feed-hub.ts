// From the outbox to its readers. One query serves all who are up to date; who comes back after a
// while gets what it missed in pages of its own and then joins the others.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { MarketId } from '@tote/chain/ids';
import { type FeedRow, findFeedBounds, listFeedRows } from '../store/journal/feed.ts';
import type { Store } from '../store/store.ts';
import type { Deliver, Feed, FeedEvent, FeedFilter, FeedSubscription } from './feed-event.ts';
import { Subscriber } from './subscriber.ts';

const PAGE = 200;
/** Notifications can be lost with a connection; then this is how late an event is. */
const POLL_MS = 1_000;

export interface FeedHub extends Feed {
  close(): Promise<void>;
}

export async function openFeed(store: Store): Promise<FeedHub> {
  const { newest } = await findFeedBounds(store.db);
  return new Hub(store, newest);
}

class Hub implements FeedHub {
  readonly #store: Store;
  readonly #live = new Set<Subscriber>();
  readonly #replaying = new Set<Subscriber>();
  readonly #poll: NodeJS.Timeout;
  readonly #forget: () => void;
  /** Every live subscriber has been given all events up to this one. */
  #tail: bigint;
  #reading: Promise<void> | undefined;
  #isStale = false;
  #isClosed = false;

  constructor(store: Store, tail: bigint) {
    this.#store = store;
    this.#tail = tail;
    this.#forget = store.onNotify('feed', () => this.#wake());
    this.#poll = setInterval(() => this.#wake(), POLL_MS);
    this.#poll.unref();
  }

  subscribe(
    filter: FeedFilter,
    afterId: bigint | undefined,
    deliver: Deliver,
    ready?: () => Promise<void>,
  ): FeedSubscription {
    const position = afterId ?? this.#tail;
    const subscriber = new Subscriber({ filter, position, deliver, ready }, () => {
      this.#live.delete(subscriber);
      this.#replaying.delete(subscriber);
    });
    if (this.#isClosed) {
      subscriber.end('stopping');
    } else {
      this.#replaying.add(subscriber);
      void this.#replay(subscriber);
    }
    return subscriber;
  }

  bounds(): Promise<{ oldest: bigint; newest: bigint }> {
    return findFeedBounds(this.#store.db);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#forget();
    clearInterval(this.#poll);
    for (const subscriber of [...this.#live, ...this.#replaying]) subscriber.end('stopping');
    await this.#reading;
  }

  /**
   * Gives what the live ones have had already. Between finding that nothing is missing and joining
   * them nothing can happen, so that no event falls in between and none comes twice.
   */
  async #replay(subscriber: Subscriber): Promise<void> {
    while (!subscriber.isEnded && subscriber.position < this.#tail) {
      await this.#replayPage(subscriber, this.#tail).catch(() => sleep(POLL_MS));
    }
    this.#replaying.delete(subscriber);
    if (!subscriber.isEnded) this.#live.add(subscriber);
  }

  async #replayPage(subscriber: Subscriber, tail: bigint): Promise<void> {
    await nextTurn();
    await subscriber.ready();
    if (subscriber.isEnded) return;
    const { filter, position } = subscriber;
    const page = { ...filter, after: position, upTo: tail, limit: PAGE };
    const rows = await listFeedRows(this.#store.db, page);
    for (const row of rows) subscriber.offer(toFeedEvent(row));
    if (rows.length < PAGE) subscriber.skipTo(tail);
  }

  /** Reads what is new; what is told while it reads makes it read once more. */
  #wake(): void {
    this.#isStale = true;
    if (this.#isClosed) return;
    this.#reading ??= this.#readNew().finally(() => {
      this.#reading = undefined;
    });
  }

  async #readNew(): Promise<void> {
    try {
      while (this.#isStale && !this.#isClosed) {
        // What is told in one turn of the event loop is read at once, and others get their turn.
        await nextTurn();
        this.#isStale = false;
        if (this.#hasReaders()) await this.#readPage();
        else await this.#skip();
      }
    } catch {
      // The database does not answer. The next poll tries again, from where we are.
    }
  }

  #hasReaders(): boolean {
    return this.#live.size > 0 || this.#replaying.size > 0;
  }

  /** Nobody reads: the place of the newest is all that is needed. */
  async #skip(): Promise<void> {
    const { newest } = await this.bounds();
    // Who came in the meantime was promised everything from the old place on.
    if (this.#hasReaders()) this.#isStale = true;
    else this.#tail = newest;
  }

  async #readPage(): Promise<void> {
    const rows = await listFeedRows(this.#store.db, { after: this.#tail, limit: PAGE });
    for (const row of rows) {
      const event = toFeedEvent(row);
      this.#tail = event.id;
      for (const subscriber of this.#live) subscriber.offer(event);
    }
    this.#isStale ||= rows.length === PAGE;
  }
}

const toFeedEvent = (row: FeedRow): FeedEvent => ({
  id: row.id,
  type: row.type as FeedEvent['type'],
  marketId: row.market_id as MarketId | null,
  wallet: row.wallet,
  data: JSON.parse(row.data),
  at: Number(row.created_at),
});
