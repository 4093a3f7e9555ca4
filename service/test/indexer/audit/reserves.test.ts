import { expect, test, vi } from 'vitest';
import { ReservesReader } from '../../../src/indexer/audit/reserves.ts';
import { createHistory, createReader, SOL } from '../../support/history.ts';

async function createCounted(everyMs?: number) {
  const history = await createHistory();
  const { store, indexer } = await createReader(history);
  const { chain } = history;
  const getVaults = vi.spyOn(chain.accounts, 'getVaults');
  const catchUp = () => indexer.catchUp();
  const reserves = new ReservesReader({ chain, store, wallMs: Date.now, everyMs, catchUp });
  return { history, indexer, reserves, sums: () => getVaults.mock.calls.length };
}

test('reads within a second share one sum, also at the same time', async () => {
  const { history, indexer, reserves, sums } = await createCounted();
  await history.bettor(7n * SOL);
  await indexer.catchUp();
  const first = await Promise.all(Array.from({ length: 20 }, () => reserves.get()));
  expect(sums()).toBe(1);
  expect(first[0]?.SOL).toMatchObject({ vault: 7n * SOL, owed: 7n * SOL, balances: 7n * SOL });
  // The faked clock begins at 0, the process may be older than any pause.
  const age = Math.ceil(performance.now());
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    await history.bettor(SOL);
    await indexer.catchUp();
    await reserves.get();
    expect(sums()).toBe(1);
    vi.advanceTimersByTime(age + 600_000);
    // A sum that takes long is for the next reader.
    const owed = async () => (await reserves.get()).SOL.owed;
    await expect.poll(owed).toBe(8n * SOL);
    expect(sums()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('the auditor sums whenever it asks', async () => {
  const { indexer, reserves, sums } = await createCounted();
  await indexer.catchUp();
  await reserves.get();
  await reserves.sum();
  expect(sums()).toBe(2);
});
