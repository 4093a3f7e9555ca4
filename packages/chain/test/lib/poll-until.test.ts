import { expect, test } from 'vitest';
import { pollUntil } from '../../src/lib/poll-until.ts';
import { sleepUnlessAborted } from '../../src/lib/sleep-unless-aborted.ts';

const count = async (before: number) => before;

test('reads until the value is final', async () => {
  expect(await pollUntil(count, (value) => value === 3, { everyMs: 1, reads: 9 })).toBe(3);
});

test('returns the last value when the reads are used up', async () => {
  expect(await pollUntil(count, () => false, { reads: 4 })).toBe(3);
  expect(await pollUntil(count, () => false, { reads: 1 })).toBe(0);
});

test('stops when the pauses are used up', async () => {
  expect(await pollUntil(count, () => false, { everyMs: 2, withinMs: 6 })).toBe(3);
  expect(await pollUntil(count, () => false, { everyMs: 2, withinMs: 0 })).toBe(0);
});

test('throws the error of a read', async () => {
  const read = async (before: number) => {
    if (before === 1) throw new Error('unreadable');
  };
  await expect(pollUntil(read, () => false, { reads: 4 })).rejects.toThrow('unreadable');
});

test('a signal aborts the pause', async () => {
  const stop = new AbortController();
  const polling = pollUntil(count, () => false, { everyMs: 1e9, reads: 2, signal: stop.signal });
  stop.abort();
  await expect(polling).rejects.toThrow(/abort/i);
});

test('a sleep that is aborted returns, before and during it', async () => {
  const stop = new AbortController();
  const sleeping = sleepUnlessAborted(1e9, stop.signal);
  stop.abort();
  await sleeping;
  await sleepUnlessAborted(1e9, stop.signal);
});
