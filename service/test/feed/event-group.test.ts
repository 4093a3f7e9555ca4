// Events that share a row of the outbox are like all others for readers, also page by page.
import type { MarketId } from '@tote/chain/ids';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { appendFeed, type EventGroup, toFeedEvents } from '../../src/feed/event-group.ts';
import type { FeedEvent, NewFeedEvent } from '../../src/feed/feed-event.ts';
import { listEventsBefore } from '../../src/queries/list-activity.ts';
import {
  findFeedBounds,
  findFeedStart,
  listFeedRows,
  pruneFeed,
  RESTORED,
  startFeed,
} from '../../src/store/journal/feed.ts';
import { setSetting } from '../../src/store/journal/settings.ts';
import { insertBettors } from '../../src/store/projection/bettors.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from '../store/support/engines.ts';
import { openHub } from './support/open-hub.ts';

const MARKET = 'market_1' as MarketId;
/** More than one row. */
const SETTLED = 40;
const LAST = BigInt(SETTLED + 2);

const walletOf = (index: number) => `wallet ${index}`;
const bettorOf = (index: number) => `bettor ${index}`;
const indexes = Array.from({ length: SETTLED }, (_, index) => index);

const BETTORS = indexes.map((index) => ({ address: bettorOf(index), wallet: walletOf(index) }));

const settled: EventGroup = {
  type: 'position.settled',
  marketId: MARKET,
  shared: { winningOutcome: 'Yes', currency: 'SOL', transactionId: 't' },
  each: indexes.map((index) => ({ bettor: bettorOf(index), data: { payout: `${index}` } })),
};
const finished = {
  ...{ type: 'settlement.finished', marketId: MARKET, wallet: null },
  data: { settled: SETTLED, openPositions: 0 },
} satisfies NewFeedEvent;

/** One event, the events of a settlement with the ids 2 to 41, and one more. */
async function write(store: Store): Promise<void> {
  await store.write(async (db) => {
    await insertBettors(db, BETTORS);
    await appendFeed(db, [finished], 1);
  });
  await store.write((db) => appendFeed(db, [settled, finished], 1));
}

const listEvents = async ({ db }: Store) =>
  toFeedEvents(db, await listFeedRows(db, { after: 0n, limit: 1_000 }));

describeEngines(['folder', 'memory', 'postgres'], (engine) => {
  test('each has the next id, its wallet, and the fields of all with its own', async () => {
    const store = await engine.open();
    await write(store);
    const events = await listEvents(store);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => BigInt(index + 1)));
    expect(events).toHaveLength(SETTLED + 2);
    expect(events.at(-1)?.type).toBe('settlement.finished');
    const own = { wallet: walletOf(39), ...settled.shared, payout: '39' };
    const { type, marketId } = settled;
    const expected = { id: 41n, type, marketId, wallet: walletOf(39), data: own, at: 1 };
    expect(events[40]).toEqual(expected);
    expect(await findFeedBounds(store.db)).toEqual({ oldest: 1n, newest: LAST });
  });

  test('a reader resumes after any of them, live or later', async () => {
    const store = await engine.open();
    const { hub, read, live } = await openHub(store);
    const idsOf = (seen: readonly FeedEvent[]) => seen.map(({ id }) => id);
    const whole = read({}, 0n);
    await live(1);
    await write(store);
    await store.notify('feed', '');
    for (let after = 0n; after <= LAST; after += 1n) {
      const rest = Array.from({ length: Number(LAST - after) }, (_, n) => after + BigInt(n + 1));
      const again = read({}, after);
      await expect.poll(() => idsOf(again)).toEqual(rest);
      expect(await hub.findStart(after)).toEqual({ after, isKnown: true });
    }
    await expect.poll(() => whole.length).toBe(SETTLED + 2);
    for (const index of [0, 15, 16, 39]) {
      const id = BigInt(index + 2);
      const wallet = walletOf(index);
      const [before, at] = [read({ wallet }, id - 1n), read({}, id)];
      await expect.poll(() => idsOf(before)).toEqual([id]);
      await expect.poll(() => at[0]?.id).toBe(id + 1n);
      expect(read({ wallet }, id)).toEqual([]);
    }
  });

  test('they are removed together, and with whom they are about', async () => {
    const store = await engine.open();
    await write(store);
    const countEntries = async () =>
      (await store.db.selectFrom('feed_bettors').selectAll().execute()).length;
    expect(await countEntries()).toBe(SETTLED);
    const prune = (limit: number) => store.write((db) => pruneFeed(db, 2, limit));
    expect(await prune(20)).toBe(2n);
    expect(await countEntries()).toBe(SETTLED - 16);
    expect(await findFeedBounds(store.db)).toEqual({ oldest: 18n, newest: LAST });
    expect(await findFeedStart(store.db, 17n)).toEqual({ after: 17n, isKnown: true });
    expect(await findFeedStart(store.db, 16n)).toEqual({ after: 17n, isKnown: false });
    expect((await listEvents(store))[0]?.id).toBe(18n);
    expect(await prune(1_000)).toBe(2n);
    expect(await countEntries()).toBe(0);
    expect(await findFeedBounds(store.db)).toEqual({ oldest: LAST, newest: LAST });
  });
});

// The newest events of some kinds, page by page, compared with all events read forwards.
const disabled: NewFeedEvent = {
  ...{ type: 'keys.disabled', marketId: null, wallet: null },
  data: { operator: true, oracle: false, by: 'a' },
};
const resolved: NewFeedEvent = {
  ...{ type: 'market.resolved', marketId: MARKET, wallet: null },
  data: { winningOutcome: 'Yes', resolvedAt: '2030-01-01T00:00:00Z' },
};

const append = (store: Store, ...events: (NewFeedEvent | EventGroup)[]) =>
  store.write((db) => appendFeed(db, events, 1));

const isListed = ({ type }: FeedEvent) => type !== 'keys.disabled';

async function readPages({ db }: Store, limit: number): Promise<FeedEvent[]> {
  const all: FeedEvent[] = [];
  for (let before: bigint | undefined; ; ) {
    const { events, next } = await listEventsBefore(db, { before, limit, isListed });
    expect(events.length).toBeLessThanOrEqual(limit);
    all.push(...events);
    if (next === null) return all;
    before = next;
  }
}

describeEngines(['memory', 'postgres'], (engine) => {
  test('pages of any size, also within the rows of a settlement', async () => {
    const store = await engine.open();
    await store.write((db) => insertBettors(db, BETTORS));
    expect(await readPages(store, 5)).toEqual([]);
    await append(store, resolved, disabled, settled, resolved);
    await append(store, settled, disabled, disabled, settled);
    // After a backup was restored ids are far above those before.
    await store.write((db) => setSetting(db, RESTORED, 'yes'));
    await store.write((db) => startFeed(db, { now: unixSeconds(2_000_000_000), wallMs: 1 }));
    await append(store, disabled, resolved);
    const expected = (await listEvents(store)).filter(isListed).reverse();
    expect(expected).toHaveLength(123);
    for (const limit of [1, 7, 16, 100]) expect(await readPages(store, limit)).toEqual(expected);
  });

  test('a page does not read on and on for what is rare', async () => {
    const store = await engine.open();
    await append(store, resolved);
    await append(store, ...Array(1_500).fill(disabled));
    const first = await listEventsBefore(store.db, { before: undefined, limit: 5, isListed });
    expect(first.events).toEqual([]);
    expect(first.next).toBeGreaterThan(1n);
    expect(await readPages(store, 5)).toMatchObject([{ id: 1n, type: 'market.resolved' }]);
  });
});
