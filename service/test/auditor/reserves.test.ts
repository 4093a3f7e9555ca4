import type { Chain } from '@tote/chain/chain';
import { expect, test, vi } from 'vitest';
import { ReservesReader } from '../../src/auditor/reserves.ts';
import { createHistory, createReader, SOL } from '../support/history.ts';

async function createCounted(everyMs?: number) {
  const history = await createHistory();
  const { store, indexer } = await createReader(history);
  let scans = 0;
  const rpc = new Proxy(history.chain.rpc, {
    get(target, name, receiver) {
      if (name === 'getProgramAccounts') scans += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  const chain: Chain = { ...history.chain, rpc };
  const reserves = new ReservesReader({ chain, store, wallMs: Date.now, everyMs });
  return { history, indexer, reserves, scans: () => scans };
}

test('reads within a second share one sum, also at the same time', async () => {
  const { history, indexer, reserves, scans } = await createCounted();
  await history.bettor(7n * SOL);
  await indexer.catchUp();
  const first = await Promise.all(Array.from({ length: 20 }, () => reserves.get()));
  expect(scans()).toBe(1);
  expect(first[0]?.SOL).toMatchObject({ vault: 7n * SOL, owed: 7n * SOL, balances: 7n * SOL });
  // The faked clock begins at 0, the process may be older than any pause.
  const age = Math.ceil(performance.now());
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    await history.bettor(SOL);
    await reserves.get();
    expect(scans()).toBe(1);
    vi.advanceTimersByTime(age + 600_000);
    // A sum that takes long is for the next reader.
    const owed = async () => (await reserves.get()).SOL.owed;
    await expect.poll(owed, { timeout: 10_000 }).toBe(8n * SOL);
    expect(scans()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('the auditor sums whenever it asks', async () => {
  const { indexer, reserves, scans } = await createCounted();
  await indexer.catchUp();
  await reserves.get();
  const { isQuiet } = await reserves.sum();
  expect([isQuiet, scans()]).toEqual([true, 2]);
});
