import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  findFeedBounds,
  insertFeedRows,
  listFeedRows,
  type NewFeedRow,
  pruneFeed,
} from '../../../src/store/journal/feed.ts';
import type { Store } from '../../../src/store/store.ts';
import { describeEngines } from '../support/engines.ts';

const rowOf = (data: string, rest: Partial<NewFeedRow> = {}): NewFeedRow => ({
  type: 'market.created',
  market_id: null,
  wallet: null,
  data,
  created_at: 1_000n,
  ...rest,
});

const append = (store: Store, ...rows: NewFeedRow[]) =>
  store.write((db) => insertFeedRows(db, rows));

const readIds = async (store: Store) =>
  (await listFeedRows(store.db, { after: 0n, limit: 10_000 })).map(({ id }) => id);

const upTo = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1));

describeEngines(['postgres', 'folder', 'memory'], (engine) => {
  test('a write that failed leaves no gap', async () => {
    const store = await engine.open();
    await append(store, rowOf('a'));
    const failing = store.write(async (db) => {
      await insertFeedRows(db, [rowOf('b'), rowOf('c')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await append(store, rowOf('d'));
    expect(await readIds(store)).toEqual([1n, 2n]);
  });

  test('20 writers at once: no gap, and a reader never sees one', async () => {
    const store = await engine.open();
    const writer = async (index: number) => {
      for (let round = 0; round < 5; round += 1) {
        const rows = Array.from({ length: 1 + (index % 3) }, () => rowOf(`${index}`));
        await store.write(async (db) => {
          await insertFeedRows(db, rows);
          // A later row must not be visible before an earlier one.
          await sleep((index * 7) % 5);
        });
      }
    };
    let isDone = false;
    const reader = async () => {
      while (!isDone) {
        const ids = await readIds(store);
        expect(ids).toEqual(upTo(ids.length));
        await sleep(1);
      }
    };
    const reading = reader();
    await Promise.all(Array.from({ length: 20 }, (_, index) => writer(index)));
    isDone = true;
    await reading;
    const perRound = Array.from({ length: 20 }, (_, index) => 1 + (index % 3));
    expect(await readIds(store)).toEqual(upTo(5 * perRound.reduce((sum, n) => sum + n)));
  });

  test('deletes old rows but never the newest, and ids continue', async () => {
    const store = await engine.open();
    const times = [100n, 200n, 300n, 400n];
    await append(store, ...times.map((created_at) => rowOf('', { created_at })));
    const prune = (beforeMs: number, limit = 100) =>
      store.write((db) => pruneFeed(db, beforeMs, limit));
    expect(await prune(100)).toBe(0n);
    expect(await prune(300, 1)).toBe(1n);
    expect(await readIds(store)).toEqual([2n, 3n, 4n]);
    expect(await prune(300)).toBe(1n);
    expect(await prune(10_000)).toBe(1n);
    expect(await prune(10_000)).toBe(0n);
    expect(await findFeedBounds(store.db)).toEqual({ oldest: 4n, newest: 4n });
    await append(store, rowOf(''));
    expect(await readIds(store)).toEqual([4n, 5n]);
  });

  test('deletes no row after one that is kept: the clock may have been set back', async () => {
    const store = await engine.open();
    const times = [100n, 900n, 200n, 300n, 950n];
    await append(store, ...times.map((created_at) => rowOf('', { created_at })));
    const prune = (beforeMs: number) => store.write((db) => pruneFeed(db, beforeMs, 100));
    expect(await prune(900)).toBe(1n);
    expect(await readIds(store)).toEqual([2n, 3n, 4n, 5n]);
    expect(await prune(901)).toBe(3n);
    expect(await readIds(store)).toEqual([5n]);
  });
});
