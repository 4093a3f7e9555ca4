// Delivers the outbox to subscribers. One query serves all live subscribers. A subscriber that
// resumes first replays what it missed, in pages, and then becomes live.
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Serial } from '@tote/chain/lib/serial';
import { findLastStep } from '../store/finality.ts';
import {
  byId,
  type FeedRow,
  type FeedStart,
  findFeedBounds,
  findFeedStart,
  firstIdOf,
  listFeedRows,
  listStakeholderRows,
} from '../store/journal/feed.ts';
import type { Store } from '../store/store.ts';
import { toFeedEvents } from './event-group.ts';
import type { Deliver, FeedFilter } from './feed-event.ts';
import {
  findWalletMarkets,
  findWalletTransactions,
  Subscriber,
  type SubscriberOptions,
  type Subscription,
} from './subscriber.ts';

const PAGE = 200;
/** Small, because a request waits until it is rendered. */
const REPLAY_PAGE = 50;
const REPLAY_PAUSES = 3;
const REPLAY_PAUSE_MS_MAX = 2;
/** On PostgreSQL every replica reads every event: with many of them, seldom and more at a time. */
const READ_PAUSE_MS = 10;
/** If nobody sees the difference: reading and passing on many events costs little more than one. */
const PATIENT_PAUSE_MS = 20;
/** Notifications can be lost with a connection. Then an event is late by at most this. */
const POLL_MS = 5_000;

export type FeedStore = Pick<Store, 'db' | 'engine' | 'onNotify'>;

export async function openFeed(store: FeedStore): Promise<FeedHub> {
  const { newest } = await findFeedBounds(store.db);
  return new FeedHub(store, newest);
}

export class FeedHub {
  readonly #store: FeedStore;
  readonly #live = new Set<Subscriber>();
  readonly #replaying = new Set<Subscriber>();
  readonly #replays = new Serial();
  readonly #poll: NodeJS.Timeout;
  readonly #stopListening: () => void;
  /** All events up to this id were offered to every live subscriber. */
  #tail: bigint;
  #reading: Promise<void> | undefined;
  #isStale = false;
  #isClosed = false;

  constructor(store: FeedStore, tail: bigint) {
    this.#store = store;
    this.#tail = tail;
    this.#stopListening = store.onNotify('feed', () => this.#wake());
    this.#poll = setInterval(() => this.#wake(), POLL_MS);
    this.#poll.unref();
  }

  /**
   * Delivers the events after `afterId` (undefined: only new ones), then new events, in order and
   * without gaps. If `deliver` returns false, the subscription ends; the client can resume with the
   * last id it saw.
   */
  subscribe(
    filter: FeedFilter,
    afterId: bigint | undefined,
    deliver: Deliver,
    options: Pick<SubscriberOptions, 'ready' | 'isPatient'> = {},
  ): Subscription {
    const position = afterId ?? this.#tail;
    const subscriber = new Subscriber({ ...options, filter, position, deliver }, () => {
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

  /** 0 is known: it asks for everything that the feed has. */
  findStart(afterId: bigint): Promise<FeedStart> {
    return findFeedStart(this.#store.db, afterId);
  }

  /** The reset has the id after which the stream goes on, for a client that resumes again. */
  async findStreamStart(asked: bigint | undefined, wallMs: () => number) {
    if (asked === undefined) return { after: undefined, reset: undefined };
    const { after, isKnown } = await this.findStart(asked);
    if (isKnown) return { after, reset: undefined };
    const data = { lastEventId: String(asked), resumesAfter: String(after) };
    const about = { type: 'feed.reset', marketId: null, wallet: null } as const;
    return { after, reset: { id: after, ...about, data, at: wallMs() } };
  }

  async measure() {
    const { newest } = await findFeedBounds(this.#store.db);
    let slowest = this.#tail;
    for (const { position } of this.#replaying) if (position < slowest) slowest = position;
    return {
      live: this.#live.size,
      replaying: this.#replaying.size,
      hubLag: Math.max(0, Number(newest - this.#tail)),
      slowestLag: Number(this.#tail - slowest),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    clearInterval(this.#poll);
    for (const subscriber of [...this.#live, ...this.#replaying]) subscriber.end('stopping');
    await this.#reading;
  }

  /** No await between the last check and the switch to live: nothing is missed or sent twice. */
  async #replay(subscriber: Subscriber): Promise<void> {
    const isCurrent = () => subscriber.isPrepared && subscriber.position >= this.#tail;
    while (!subscriber.isEnded && !isCurrent()) {
      await this.#replayUpTo(subscriber, this.#tail).catch(() => sleep(POLL_MS));
    }
    this.#replaying.delete(subscriber);
    if (!subscriber.isEnded) this.#live.add(subscriber);
  }

  async #replayUpTo(subscriber: Subscriber, tail: bigint): Promise<void> {
    const { wallet } = subscriber.filter;
    const ofMarkets =
      wallet === undefined
        ? []
        : await this.#takeTurn(() => this.#listOfMarkets(subscriber, wallet, tail));
    while (!subscriber.isEnded && subscriber.position < tail) {
      await subscriber.ready();
      await this.#takeTurn(() => this.#readReplayed(subscriber, tail, ofMarkets));
    }
  }

  /** Many may replay at once: they take turns, and have at most a quarter of the time. */
  #takeTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#replays.run(async () => {
      const startedAtMs = performance.now();
      const result = await work();
      const tookMs = performance.now() - startedAtMs;
      await sleep(Math.min(REPLAY_PAUSES * tookMs, REPLAY_PAUSE_MS_MAX));
      return result;
    });
  }

  /**
   * What the subscriber gets of the markets in which its wallet has a stake. Of all that became
   * final meanwhile it learns at once, from the last event that says so.
   */
  async #listOfMarkets(subscriber: Subscriber, wallet: string, tail: bigint): Promise<FeedRow[]> {
    const { db } = this.#store;
    const { position: after } = subscriber;
    subscriber.transactions ??= await findWalletTransactions(db, wallet, after);
    subscriber.markets = await findWalletMarkets(db, wallet, after);
    const span = { after, upTo: tail };
    const rows = await listStakeholderRows(db, subscriber.markets.ids, span);
    const finalized = await findLastStep(db, span);
    return finalized ? [...rows, finalized].sort(byId) : rows;
  }

  async #readReplayed(subscriber: Subscriber, tail: bigint, ofMarkets: FeedRow[]): Promise<void> {
    if (subscriber.isEnded) return;
    const { filter, position } = subscriber;
    const page = { ...filter, after: position, upTo: tail, limit: REPLAY_PAGE };
    const own = await listFeedRows(this.#store.db, page);
    const both = [...own, ...ofMarkets.slice(0, REPLAY_PAGE)].sort(byId);
    const rows = takeRows(both, REPLAY_PAGE);
    for (const event of await toFeedEvents(this.#store.db, rows, filter.wallet)) {
      subscriber.offer(event);
    }
    const isLast = rows.length === both.length && rows.length < REPLAY_PAGE;
    subscriber.skipTo(isLast ? tail : (rows.at(-1)?.id ?? tail));
    while (ofMarkets[0] && ofMarkets[0].id <= subscriber.position) ofMarkets.shift();
  }

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
        // Notifications of one event-loop iteration share a read, and other work can run.
        await yieldToEventLoop();
        this.#isStale = false;
        const isWhole = this.#hasSubscribers()
          ? await this.#readPage()
          : await this.#skipToNewest();
        const pauseMs = isWhole ? this.#pauseMs() : 0;
        if (pauseMs > 0) await sleep(pauseMs);
      }
    } catch {
      // The database is unavailable. The next poll continues from the same position.
    }
  }

  #pauseMs(): number {
    if (this.#live.size > 0 && arePatient(this.#live)) return PATIENT_PAUSE_MS;
    return this.#store.engine === 'postgres' ? READ_PAUSE_MS : 0;
  }

  #hasSubscribers(): boolean {
    return this.#live.size > 0 || this.#replaying.size > 0;
  }

  async #skipToNewest(): Promise<boolean> {
    const { newest } = await findFeedBounds(this.#store.db);
    // A subscriber that was added during the query starts at the old position.
    const isNeeded = this.#hasSubscribers();
    if (isNeeded) this.#isStale = true;
    else this.#tail = newest;
    return !isNeeded;
  }

  async #readPage(): Promise<boolean> {
    const { db } = this.#store;
    const markets = findMarkets(this.#live);
    const upTo = markets && (await findFeedBounds(db)).newest;
    const page = { after: this.#tail, upTo, markets, limit: PAGE };
    const listed = await listFeedRows(db, page);
    const rows = takeRows(listed, PAGE);
    const events = await toFeedEvents(db, rows);
    // Whoever became live meanwhile may want what was not read.
    if (markets && !isPart(findMarkets(this.#live), markets)) {
      this.#isStale = true;
      return false;
    }
    for (const event of events) {
      for (const subscriber of this.#live) subscriber.offer(event);
    }
    const isWhole = rows.length === listed.length && listed.length < PAGE;
    this.#tail = (isWhole ? upTo : undefined) ?? rows.at(-1)?.id ?? this.#tail;
    for (const subscriber of this.#live) subscriber.skipTo(this.#tail);
    this.#isStale ||= !isWhole;
    return isWhole;
  }
}

/** With more of them, reading everything costs less than looking for each. */
const MARKETS_MAX = 32;

function findMarkets(subscribers: Iterable<Subscriber>): ReadonlySet<string> | undefined {
  const markets = new Set<string>();
  for (const { filter } of subscribers) {
    if (filter.marketId === undefined || markets.size > MARKETS_MAX) return undefined;
    markets.add(filter.marketId);
  }
  return markets;
}

function arePatient(subscribers: Iterable<Subscriber>): boolean {
  for (const { isPatient } of subscribers) if (!isPatient) return false;
  return true;
}

const isPart = (part: ReadonlySet<string> | undefined, whole: ReadonlySet<string>) =>
  part !== undefined && [...part].every((one) => whole.has(one));

function takeRows(rows: readonly FeedRow[], events: number): readonly FeedRow[] {
  let taken = 0;
  const end = rows.findIndex((row) => {
    taken += Number(row.id - firstIdOf(row)) + 1;
    return taken >= events;
  });
  return end < 0 ? rows : rows.slice(0, end + 1);
}
