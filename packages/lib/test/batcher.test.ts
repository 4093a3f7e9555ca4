import { expect, test } from 'vitest';
import { Gathering } from '../src/batcher.ts';

/** Records its batches, each of which ends when the test says so. */
function createSlow(atOnce: number, size = 3) {
  const groups: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const gathering = new Gathering<number, string>({
    atOnce,
    take: ({ length }) => Math.min(length, size),
    run: async (items) => {
      groups.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items.map(String);
    },
  });
  return { gathering, groups, ends };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('items of one turn form a batch, and each gets its own result', async () => {
  const { gathering, groups, ends } = createSlow(1);
  const results = [1, 2].map((item) => gathering.add(item));
  await turn();
  expect(groups).toEqual([[1, 2]]);
  ends[0]?.();
  expect(await Promise.all(results)).toEqual(['1', '2']);
});

test('later items wait in order, and no more batches run than allowed', async () => {
  const { gathering, groups, ends } = createSlow(2);
  const results = [1, 2, 3, 4, 5, 6, 7, 8].map((item) => gathering.add(item));
  await turn();
  expect(groups).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  ends[1]?.();
  await turn();
  await turn();
  expect(groups[2]).toEqual([7, 8]);
  for (const end of ends) end();
  expect(await Promise.all(results)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

function createFailing(isOfOne: boolean) {
  const groups: (readonly number[])[] = [];
  const gathering = new Gathering<number, number>({
    atOnce: 1,
    take: ({ length }) => length,
    run: async (items) => {
      groups.push(items);
      if (items.includes(2)) throw new Error('two is wrong');
      return items;
    },
    isOfOne: () => isOfOne,
  });
  return { gathering, groups };
}

test('a failing item fails alone', async () => {
  const { gathering, groups } = createFailing(true);
  const results = await Promise.allSettled([1, 2, 3].map((item) => gathering.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(groups).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test('if the failed item is known, the others are retried together', async () => {
  const groups: (readonly number[])[] = [];
  const gathering = new Gathering<number, number>({
    atOnce: 1,
    take: ({ length }) => length,
    run: async (items) => {
      groups.push(items);
      const wrong = items.findIndex((item) => item % 2 === 0);
      if (wrong >= 0) throw wrong;
      return items;
    },
    isOfOne: () => true,
    findCulprit: (error) => error as number,
  });
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => gathering.add(item)));
  const kept = ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'];
  expect(results.map(({ status }) => status)).toEqual(kept);
  expect(groups).toEqual([[1, 2, 3, 4, 5], [1, 3, 4, 5], [1, 3, 5], [4], [2]]);
});

test('a failure of the whole batch is not retried', async () => {
  const { gathering, groups } = createFailing(false);
  const results = await Promise.allSettled([1, 2, 3].map((item) => gathering.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(groups).toHaveLength(1);
  expect(await gathering.add(4)).toBe(4);
});
