import { expect, test } from 'vitest';
import { Batcher } from '../../src/lib/batcher.ts';

/** Records its batches, each of which ends when the test says so. */
function createSlow(atOnce: number, size = 3) {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const batcher = new Batcher<number, string>({
    atOnce,
    take: ({ length }) => Math.min(length, size),
    run: async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items.map(String);
    },
  });
  return { batcher, batches, ends };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('items of one turn form a batch, and each gets its own result', async () => {
  const { batcher, batches, ends } = createSlow(1);
  const results = [1, 2].map((item) => batcher.add(item));
  await turn();
  expect(batches).toEqual([[1, 2]]);
  ends[0]?.();
  expect(await Promise.all(results)).toEqual(['1', '2']);
});

test('later items wait in order, and no more batches run than allowed', async () => {
  const { batcher, batches, ends } = createSlow(2);
  const results = [1, 2, 3, 4, 5, 6, 7, 8].map((item) => batcher.add(item));
  await turn();
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  ends[1]?.();
  await turn();
  await turn();
  expect(batches[2]).toEqual([7, 8]);
  for (const end of ends) end();
  expect(await Promise.all(results)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

/** Even numbers fail; the error is the place of the first. */
function createFailing(isItemError: boolean, findFailedItem?: (error: unknown) => number) {
  const batches: (readonly number[])[] = [];
  const batcher = new Batcher<number, number>({
    atOnce: 1,
    take: ({ length }) => length,
    run: async (items) => {
      batches.push(items);
      const wrong = items.findIndex((item) => item % 2 === 0);
      if (wrong >= 0) throw wrong;
      return items;
    },
    isItemError: () => isItemError,
    findFailedItem,
  });
  return { batcher, batches };
}

test('a failing item fails alone', async () => {
  const { batcher, batches } = createFailing(true);
  const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test('if the failed item is known, the others are retried together', async () => {
  const { batcher, batches } = createFailing(true, (error) => error as number);
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => batcher.add(item)));
  const kept = ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'];
  expect(results.map(({ status }) => status)).toEqual(kept);
  expect(batches).toEqual([[1, 2, 3, 4, 5], [1, 3, 4, 5], [1, 3, 5], [4], [2]]);
});

test('a failure of the whole batch is not retried', async () => {
  const { batcher, batches } = createFailing(false);
  const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(batches).toHaveLength(1);
  expect(await batcher.add(5)).toBe(5);
});
