import { expect, test } from 'vitest';
import {
  allocateBetIds,
  counterName,
  type KnownCounters,
  type WantedIds,
} from '../../../src/store/journal/submitted-bets.ts';
import type { Store } from '../../../src/store/store.ts';
import { describeEngines } from '../support/engines.ts';

const A = counterName('a', 1n);
const B = counterName('b', 1n);

const wantedOf = (bettor: string, count: number, above = 0n): WantedIds => {
  return { bettor, epoch: 1n, count, above };
};

describeEngines(['postgres', 'folder', 'memory'], (engine) => {
  const allocate = (store: Store, wanted: readonly WantedIds[], known?: KnownCounters) =>
    store.write((db) => allocateBetIds(db, wanted, known));

  test('every id is allocated once, with and without a cache', async () => {
    const store = await engine.open();
    const known = new Map<string, bigint>();
    expect(await allocate(store, [wantedOf('a', 3)], known)).toEqual(new Map([[A, 1n]]));
    expect(await allocate(store, [wantedOf('a', 2)], known)).toEqual(new Map([[A, 4n]]));
    expect(await allocate(store, [wantedOf('a', 1)])).toEqual(new Map([[A, 6n]]));
    // The cache is behind by one now; the database counts.
    expect(await allocate(store, [wantedOf('a', 1)], known)).toEqual(new Map([[A, 7n]]));
    const both = await allocate(store, [wantedOf('a', 1), wantedOf('b', 2)], known);
    expect(both).toEqual(new Map([...both.keys()].map((name) => [name, name === A ? 8n : 1n])));
    expect(new Set(both.keys())).toEqual(new Set([A, B]));
  });

  test('a wrong value in the cache moves no counter back', async () => {
    const store = await engine.open();
    const known = new Map<string, bigint>();
    await allocate(store, [wantedOf('a', 1), wantedOf('b', 1)], known);
    await allocate(store, [wantedOf('b', 5)]);
    const ids = await allocate(store, [wantedOf('a', 1), wantedOf('b', 1)], known);
    expect(ids.get(A)).toBeGreaterThanOrEqual(2n);
    expect(ids.get(B)).toBe(7n);
    const next = await allocate(store, [wantedOf('a', 1), wantedOf('b', 1)], known);
    expect(next.get(A)).toBe((ids.get(A) as bigint) + 1n);
    expect(next.get(B)).toBe(8n);
  });

  test('a cached value that was not committed is not used', async () => {
    const store = await engine.open();
    const known = new Map<string, bigint>();
    await allocate(store, [wantedOf('a', 1)], known);
    const failing = store.write(async (db) => {
      await allocateBetIds(db, [wantedOf('a', 9)], known);
      throw new Error('for its own reasons');
    });
    await expect(failing).rejects.toThrow('for its own reasons');
    expect(await allocate(store, [wantedOf('a', 1)], known)).toEqual(new Map([[A, 2n]]));
  });

  test('ids are above those used on chain', async () => {
    const store = await engine.open();
    const known = new Map<string, bigint>();
    await allocate(store, [wantedOf('a', 1)], known);
    expect(await allocate(store, [wantedOf('a', 2, 2n)], known)).toEqual(new Map([[A, 3n]]));
    expect(await allocate(store, [wantedOf('a', 1, 4n)], known)).toEqual(new Map([[A, 5n]]));
    // Those that are allocated at once are different.
    const given = await Promise.all(
      Array.from({ length: 20 }, () => allocate(store, [wantedOf('a', 2)], known)),
    );
    const firsts = given.map((ids) => Number(ids.get(A))).sort((a, b) => a - b);
    for (const [index, first] of firsts.entries()) {
      if (index > 0) expect(first).toBeGreaterThanOrEqual((firsts[index - 1] as number) + 2);
    }
  });

  test.runIf(engine.name === 'postgres')(
    'replicas that want the same counters do not deadlock',
    async () => {
      const store = await engine.open();
      const stores = [store, await engine.openBeside(store)];
      await allocate(store, [wantedOf('a', 1), wantedOf('b', 1)]);
      let runs = 0;
      // The one wants more of one counter, the other of the other.
      const writes = Array.from({ length: 40 }, (_, at) =>
        (stores[at % 2] as Store).write((db) => {
          runs += 1;
          const [ofA, ofB] = at % 2 === 0 ? [1, 2] : [2, 1];
          return allocateBetIds(db, [wantedOf('a', ofA), wantedOf('b', ofB)]);
        }),
      );
      await Promise.all(writes);
      // A deadlock would have made one run again.
      expect(runs).toBe(writes.length);
    },
  );
});
