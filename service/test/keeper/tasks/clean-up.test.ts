import { afterEach, expect, test, vi } from 'vitest';
import { TaskLoop } from '../../../src/keeper/task-loop.ts';
import { cleanUpJournal } from '../../../src/keeper/tasks/clean-up.ts';
import { shareAlone } from '../../../src/store/in-process.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { listRemovals } from '../../../src/store/retention.ts';
import type { Store } from '../../../src/store/store.ts';
import { RETENTION } from '../../store/support/remove-outdated.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2030, 0, 1);

let stop = async () => {};
afterEach(() => stop());

async function startTask(prepare: (store: Store) => Promise<void>) {
  let nowMs = START_MS;
  const wallMs = () => nowMs;
  const store = await openStore();
  await prepare(store);
  const write = vi.spyOn(store, 'write');
  const task = cleanUpJournal({ store, wallMs }, RETENTION);
  const loop = new TaskLoop({
    ...{ task, log: SILENT_LOG, wallMs, isOutranked: () => false },
    onDone: () => {},
    onIdle: () => {},
  });
  const controller = new AbortController();
  const running = loop.run(controller.signal, shareAlone());
  stop = async () => {
    controller.abort();
    await running;
    await store.close();
  };
  const advance = (ms: number) => {
    nowMs += ms;
    loop.wake();
  };
  return { store, write, advance };
}

test('deletes what the relayer paid on earlier days, and rents that came back', async () => {
  const today = BigInt(START_MS / DAY_MS);
  const { store } = await startTask(async (opened) => {
    const fee = { wallet: 'wallet', lamports: 1n };
    const rent = { creator: 'creator', lamports: 1n, day: 1n };
    const expired = BigInt(START_MS / 1_000 - 1);
    await opened.write(async (db) => {
      const fees = [today - 2n, today].map((day) => ({ ...fee, day }));
      await db.insertInto('paid_fees').values(fees).execute();
      const rents = [
        { ...rent, market_id: 'over', expires_at: expired },
        { ...rent, market_id: 'open', expires_at: expired + 1n },
      ];
      await db.insertInto('paid_rents').values(rents).execute();
    });
  });
  const days = () => store.db.selectFrom('paid_fees').select('day').execute();
  await expect.poll(days).toEqual([{ day: today }]);
  const rents = () => store.db.selectFrom('paid_rents').select('market_id').execute();
  await expect.poll(rents).toEqual([{ market_id: 'open' }]);
});

test('runs once an hour', async () => {
  const { store, write, advance } = await startTask(async () => {});
  await expect.poll(() => write.mock.calls.length).toBe(listRemovals(RETENTION).length);
  const expired = { expires_at: BigInt(START_MS / 1_000 - 1), request_hash: '' };
  const nonce = { wallet: 'wallet', nonce: 'a nonce', ...expired };
  await store.write((db) => db.insertInto('nonces').values(nonce).execute());
  const callsBefore = write.mock.calls.length;
  advance(HOUR_MS - 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(write.mock.calls.length).toBe(callsBefore);
  advance(1);
  const nonces = () => store.db.selectFrom('nonces').selectAll().execute();
  await expect.poll(nonces).toEqual([]);
});
