import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { within } from '../src/within.ts';

test('gives what the work gives', async () => {
  expect(await within(sleep(1, 'done'), 10_000)).toBe('done');
  await expect(within(Promise.reject(new Error('failed')), 10_000)).rejects.toThrow('failed');
});

test('gives nothing when the work takes longer, and lets it go on', async () => {
  let isDone = false;
  const work = sleep(50).then(() => {
    isDone = true;
  });
  expect(await within(work, 1)).toBeUndefined();
  expect(isDone).toBe(false);
  await work;
  expect(isDone).toBe(true);
});
