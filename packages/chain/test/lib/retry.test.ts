import { expect, test, vi } from 'vitest';
import { backoff, retry, withJitter } from '../../src/lib/retry.ts';

/** Fails the given number of times, then succeeds. Records its arguments. */
function failing(times: number) {
  const told: number[] = [];
  const work = async (failures: number) => {
    told.push(failures);
    if (told.length <= times) throw new Error(`failure ${told.length}`);
    return 'done';
  };
  return { told, work };
}

test('tries up to the limit, and throws the last error', async () => {
  const enough = failing(2);
  expect(await retry(enough.work, { attempts: 3 })).toBe('done');
  const tooMany = failing(3);
  await expect(retry(tooMany.work, { attempts: 3 })).rejects.toThrow('failure 3');
  expect(tooMany.told).toEqual([0, 1, 2]);
});

test('throws an error that is not retried at once', async () => {
  const { told, work } = failing(5);
  const isRetried = vi.fn((error: unknown, _failures: number) =>
    String(error).includes('failure 1'),
  );
  await expect(retry(work, { isRetried })).rejects.toThrow('failure 2');
  expect(told).toEqual([0, 1]);
  expect(isRetried.mock.calls.map(([, failures]) => failures)).toEqual([1, 2]);
});

test('isRetried gets the last failure too, and may throw another error', async () => {
  const isRetried = (_error: unknown, failures: number) => {
    if (failures === 2) throw new Error('something else');
    return true;
  };
  await expect(retry(failing(9).work, { attempts: 2, isRetried })).rejects.toThrow(
    'something else',
  );
});

test('waits between attempts, and not after the last one', async () => {
  const pauses: number[] = [];
  const pauseMs = (failures: number) => {
    pauses.push(failures);
    return 1;
  };
  await retry(failing(2).work, { pauseMs });
  expect(pauses).toEqual([1, 2]);
  await expect(retry(failing(2).work, { pauseMs, attempts: 2 })).rejects.toThrow();
  expect(pauses).toEqual([1, 2, 1]);
});

test('a signal aborts the pause', async () => {
  const stop = new AbortController();
  const { told, work } = failing(9);
  const retrying = retry(work, { pauseMs: () => 1e9, signal: stop.signal });
  await expect.poll(() => told).toEqual([0]);
  stop.abort();
  await expect(retrying).rejects.toThrow(/abort/i);
  expect(told).toEqual([0]);
});

test('pauses double up to the longest one', () => {
  expect([1, 2, 3, 4, 50].map(backoff(100, 500))).toEqual([100, 200, 400, 500, 500]);
  expect([1, 2, 3].map((failures) => backoff(50)(failures))).toEqual([50, 100, 200]);
});

test('jitter reduces a pause by at most half', () => {
  const pauseMs = withJitter(backoff(100, 400));
  const longest = [100, 200, 400, 400];
  for (let round = 0; round < 200; round += 1) {
    longest.forEach((most, index) => {
      const pause = pauseMs(index + 1);
      expect(pause).toBeGreaterThanOrEqual(most / 2);
      expect(pause).toBeLessThan(most);
    });
  }
});
