import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDoneNotifier } from '../../src/keeper/keeper.ts';
import type { Store } from '../../src/store/store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function createNotifier(engine: Store['engine']) {
  const sent: string[] = [];
  const notify = async (channel: string, task: string) => {
    sent.push(`${channel} ${task}`);
  };
  return { sent, tell: createDoneNotifier({ engine, notify } as Store) };
}

test('many jobs of a task are one notification, and later ones another', async () => {
  const { sent, tell } = createNotifier('postgres');
  for (let job = 0; job < 100; job += 1) tell('settle-ended-markets');
  tell('close-settled-markets');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['keeper settle-ended-markets', 'keeper close-settled-markets']);
  tell('settle-ended-markets');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(3);
});

test('with SQLite there is nobody to tell', async () => {
  const { sent, tell } = createNotifier('sqlite');
  tell('settle-ended-markets');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([]);
});
