// Ids of the feed over the life of a database, and what a reader is told whose id is unknown.
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { appendFeed } from '../../src/feed/event-group.ts';
import {
  findFeedStart,
  listFeedRows,
  pruneFeed,
  RESTORED,
  startFeed,
} from '../../src/store/journal/feed.ts';
import { setSetting } from '../../src/store/journal/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from '../store/support/engines.ts';

const NOW = unixSeconds(1_800_000_000);
const BEGIN = 1_800_000_000_000_000n;
const SECOND = 1_000_000n;

const start = (store: Store, now = NOW, wallMs = now * 1_000) =>
  store.write((db) => startFeed(db, { now, wallMs }));

async function append(store: Store, count: number, atMs = NOW * 1_000): Promise<void> {
  const data = { admin: null, effectiveAt: null };
  const event = { type: 'config.applied', marketId: null, wallet: null, data } as const;
  await store.write((db) => appendFeed(db, Array(count).fill(event), atMs));
}

const idsOf = async ({ db }: Store) =>
  (await listFeedRows(db, { after: 0n, limit: 100 })).map(({ id }) => id);

describeEngines(['memory', 'postgres'], (engine) => {
  test('begin at the time of the chain, and grow by one', async () => {
    const store = await engine.open();
    await start(store);
    expect(await idsOf(store)).toEqual([]);
    await append(store, 2);
    await append(store, 1);
    expect(await idsOf(store)).toEqual([BEGIN + 1n, BEGIN + 2n, BEGIN + 3n]);
    expect(BEGIN).toBeLessThan(2n ** 53n);
  });

  test('of two databases that begin in one second do not meet', async () => {
    const begin = async (wallMs: number) => {
      const store = await engine.open();
      await start(store, NOW, wallMs);
      await append(store, 1);
      return (await idsOf(store))[0];
    };
    expect(await begin(NOW * 1_000 + 300)).toBe(BEGIN + 300_001n);
    // Never in another second than the chain's.
    expect(await begin(NOW * 1_000 + 5_000)).toBe(BEGIN + 999_001n);
    expect(await begin(0)).toBe(BEGIN + 1n);
  });

  test('go on after a restart, also when the clock has moved', async () => {
    const store = await engine.open();
    await start(store);
    await append(store, 1);
    await start(store, unixSeconds(NOW + 1_000));
    await append(store, 1);
    expect(await idsOf(store)).toEqual([BEGIN + 1n, BEGIN + 2n]);
  });

  test('a database from before ids began at a time goes on', async () => {
    const store = await engine.open();
    await append(store, 3);
    await start(store);
    await append(store, 1);
    expect(await idsOf(store)).toEqual([1n, 2n, 3n, 4n]);
  });

  test('replicas that start together begin it once', async () => {
    const store = await engine.open();
    await Promise.all(Array.from({ length: 8 }, () => start(store)));
    const rows = await store.db.selectFrom('feed').select('id').execute();
    expect(rows).toEqual([{ id: BEGIN }]);
  });

  test('a restored backup goes on above the events that it lacks, once', async () => {
    const store = await engine.open();
    await start(store);
    await append(store, 3);
    await store.write((db) => setSetting(db, RESTORED, 'yes'));
    // What the lost database gave to others.
    const lost = BEGIN + 10n;
    await start(store, unixSeconds(NOW + 5));
    await start(store, unixSeconds(NOW + 9));
    await append(store, 2);
    const begin = BEGIN + 5n * SECOND;
    expect(await idsOf(store)).toEqual([
      ...[BEGIN + 1n, BEGIN + 2n, BEGIN + 3n],
      ...[begin + 1n, begin + 2n],
    ]);
    expect(await findFeedStart(store.db, lost)).toEqual({ after: begin, isKnown: false });
    const known = { after: BEGIN + 3n, isKnown: true };
    expect(await findFeedStart(store.db, BEGIN + 3n)).toEqual(known);
  });

  test('a restored backup goes on above its own events if the clock is behind', async () => {
    const store = await engine.open();
    await start(store);
    await append(store, 3);
    await store.write((db) => setSetting(db, RESTORED, 'yes'));
    await start(store, unixSeconds(NOW - 5));
    await append(store, 1);
    expect((await idsOf(store)).at(-1)).toBe(BEGIN + 5n);
  });

  test('which ids are known: both sides of each end', async () => {
    const store = await engine.open();
    await start(store);
    const at = (asked: bigint) => findFeedStart(store.db, asked);
    expect(await at(0n)).toEqual({ after: BEGIN - 1n, isKnown: true });
    expect(await at(7n)).toEqual({ after: BEGIN - 1n, isKnown: false });
    expect(await at(BEGIN)).toEqual({ after: BEGIN, isKnown: true });
    expect(await at(BEGIN + 1n)).toEqual({ after: BEGIN, isKnown: false });
    await append(store, 3);
    expect(await at(BEGIN + 3n)).toEqual({ after: BEGIN + 3n, isKnown: true });
    expect(await at(BEGIN + 4n)).toEqual({ after: BEGIN + 3n, isKnown: false });
  });

  test('what is no longer kept is unknown, but for the last of it', async () => {
    const store = await engine.open();
    await start(store);
    await append(store, 3);
    await append(store, 2, (NOW + 100) * 1_000);
    await store.write((db) => pruneFeed(db, (NOW + 50) * 1_000, 1_000));
    expect(await idsOf(store)).toEqual([BEGIN + 4n, BEGIN + 5n]);
    const at = (asked: bigint) => findFeedStart(store.db, asked);
    expect(await at(BEGIN + 2n)).toEqual({ after: BEGIN + 3n, isKnown: false });
    expect(await at(BEGIN + 3n)).toEqual({ after: BEGIN + 3n, isKnown: true });
    expect(await at(0n)).toEqual({ after: BEGIN + 3n, isKnown: true });
  });

  test('a feed without any row', async () => {
    const { db } = await engine.open();
    expect(await findFeedStart(db, 0n)).toEqual({ after: 0n, isKnown: true });
    expect(await findFeedStart(db, 1n)).toEqual({ after: 0n, isKnown: false });
  });
});
