import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { within } from '../../src/lib/within.ts';

test('returns the result of the work', async () => {
  expect(await within(sleep(1, 'done'), 10_000)).toBe('done');
  await expect(within(Promise.reject(new Error('failed')), 10_000)).rejects.toThrow('failed');
});

test('returns undefined after the timeout, and does not cancel the work', async () => {
  let isDone = false;
  const work = sleep(50).then(() => {
    isDone = true;
  });
  expect(await within(work, 1)).toBeUndefined();
  expect(isDone).toBe(false);
  await work;
  expect(isDone).toBe(true);
});
