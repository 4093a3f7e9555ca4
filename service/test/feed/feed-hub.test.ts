import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { appendFeed } from '../../src/feed/event-group.ts';
import type { FeedEvent, FeedFilter, NewFeedEvent } from '../../src/feed/feed-event.ts';
import { findFeedBounds } from '../../src/store/journal/feed.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from '../store/support/engines.ts';
import { createGate } from '../support/create-gate.ts';
import { openHub } from './support/open-hub.ts';

const AT_MS = 1_893_456_000_123;

/** Any data: only the type and the columns matter here. */
const eventOf = (number: number, rest: object = {}) =>
  ({
    type: 'bet.confirmed',
    marketId: `market_${number % 2}`,
    wallet: null,
    data: { number },
    ...rest,
  }) as unknown as NewFeedEvent;

async function append(store: Store, events: readonly NewFeedEvent[], isNotified = true) {
  await store.write((db) => appendFeed(db, events, AT_MS));
  if (isNotified) await store.notify('feed', '');
}

const idsOf = (seen: readonly FeedEvent[]) => seen.map(({ id }) => Number(id));

const upTo = (count: number, from = 1) =>
  Array.from({ length: count - from + 1 }, (_, index) => from + index);

describeEngines(['memory', 'postgres'], (engine) => {
  const open = async () => {
    const store = await engine.open();
    return { store, ...(await openHub(store)) };
  };

  test('says how many subscribers it has, and how far they are behind', async () => {
    const { store, hub, read } = await open();
    await append(
      store,
      upTo(500).map((number) => eventOf(number)),
    );
    const idle = { live: 0, replaying: 0, hubLag: 0, slowestLag: 0 };
    await expect.poll(() => hub.measure()).toEqual(idle);
    const slow: FeedEvent[] = [];
    const blocked = createGate();
    read({}, 500n);
    const take = (event: FeedEvent) => slow.push(event) > 0;
    const replay = hub.subscribe({}, 100n, take, { ready: () => blocked.opened });
    const measures = { live: 1, replaying: 1, hubLag: 0, slowestLag: 400 };
    await expect.poll(() => hub.measure()).toEqual(measures);
    blocked.open();
    const caughtUp = { live: 2, replaying: 0, hubLag: 0, slowestLag: 0 };
    await expect.poll(() => hub.measure()).toEqual(caughtUp);
    expect(idsOf(slow)).toEqual(upTo(500, 101));
    replay.close();
    expect(await hub.measure()).toMatchObject({ live: 1, replaying: 0 });
  });

  test('subscribers of single markets get theirs, and are as far as the feed', async () => {
    const { store, hub, read } = await open();
    const make = (number: number) => eventOf(number, { marketId: `market_${number % 40}` });
    // So few that the hub reads only theirs, and so many that it reads everything.
    for (const markets of [[3], [3, 5, 39], upTo(39)]) {
      const { newest } = await findFeedBounds(store.db);
      const before = Number(newest);
      const subscribers = markets.map(
        (market) => [market, read({ marketId: `market_${market}` })] as const,
      );
      await append(store, upTo(before + 900, before + 1).map(make));
      for (const [market, seen] of subscribers) {
        const wanted = upTo(before + 900, before + 1).filter((id) => id % 40 === market);
        await expect.poll(() => idsOf(seen)).toEqual(wanted);
      }
      const lags = { hubLag: 0, slowestLag: 0 };
      await expect.poll(() => hub.measure()).toMatchObject(lags);
    }
  });

  test.each([
    ['all', () => ({})],
    ['a market each', (index: number) => ({ marketId: `market_${index % 2}` })],
    ['a market or all', (index: number) => (index % 5 ? { marketId: `market_${index % 2}` } : {})],
  ])('added during writes they get each event exactly once: %s', async (_name, filterOf) => {
    const { store, read } = await open();
    const writers = Array.from({ length: 8 }, async (_, index) => {
      for (let round = 0; round < 40; round += 1) {
        await append(store, [eventOf(index), eventOf(round)], round % 5 !== 0);
      }
    });
    const subscribers: { seen: readonly FeedEvent[]; after: number; filter: FeedFilter }[] = [];
    const comeAndGo = async () => {
      for (let index = 0; index < 30; index += 1) {
        const { newest } = await findFeedBounds(store.db);
        const after = index % 2 === 0 ? 0 : Math.max(0, Number(newest) - (index % 7));
        const filter = filterOf(index);
        subscribers.push({ seen: read(filter, BigInt(after)), after, filter });
        await sleep(3);
      }
    };
    await Promise.all([...writers, comeAndGo()]);
    await append(store, [eventOf(0), eventOf(1)]);
    const rows = await store.db.selectFrom('feed').select(['id', 'market_id']).execute();
    expect(rows).toHaveLength(642);
    for (const { seen, after, filter } of subscribers) {
      const wanted = rows.filter(
        ({ id, market_id }) => id > after && (filter.marketId ?? market_id) === market_id,
      );
      const ids = wanted.map(({ id }) => Number(id)).sort((a, b) => a - b);
      await expect.poll(() => idsOf(seen).at(-1)).toBe(ids.at(-1));
      expect(idsOf(seen)).toEqual(ids);
    }
  });

  test('finds new events by polling, without a notification', async () => {
    const { store, read } = await open();
    const seen = read({});
    await append(store, [eventOf(1)], false);
    await expect.poll(() => idsOf(seen)).toEqual([1]);
  });

  test('a subscriber that is ahead of this replica gets no event twice', async () => {
    const { store, read } = await open();
    await append(store, [eventOf(1), eventOf(2)]);
    const seen = read({}, 4n);
    await append(store, [eventOf(3), eventOf(4), eventOf(5)]);
    await expect.poll(() => idsOf(seen)).toEqual([5]);
  });

  test('a subscriber that fails or closes does not affect the others', async () => {
    const { store, hub, read } = await open();
    const left: FeedEvent[] = [];
    const failing = hub.subscribe({}, undefined, () => {
      throw new Error('broken pipe');
    });
    const leaving = hub.subscribe({}, undefined, (event) => left.push(event) > 0);
    const other = read({});
    leaving.close();
    leaving.close();
    expect(await leaving.ended).toBe('closed');
    await append(store, [eventOf(1)]);
    expect(await failing.ended).toBe('closed');
    await expect.poll(() => idsOf(other)).toEqual([1]);
    expect(left).toEqual([]);
  });

  test('after a time without subscribers, a new one gets only new events', async () => {
    const { store, hub, read } = await open();
    for (const number of upTo(50)) await append(store, [eventOf(number)]);
    await expect.poll(async () => (await hub.measure()).hubLag).toBe(0);
    const seen = read({});
    await append(store, [eventOf(51)]);
    await expect.poll(() => idsOf(seen)).toEqual([51]);
  });
});
