// What is said once, however many say it: attestations, announcements, and jobs that are done.
import type { Address } from '@solana/kit';
import { type Outcome, unixSeconds } from '@tote/domain';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ReadBarrier } from '../../src/indexer/read-barrier.ts';
import { createDoneNotifier } from '../../src/keeper/keeper.ts';
import type { TaskContext } from '../../src/keeper/task.ts';
import {
  announceClosed,
  announceMarkets,
  batchAnnouncements,
} from '../../src/keeper/tasks/announce-markets.ts';
import { type Attestation, recordAttestation } from '../../src/store/journal/attestations.ts';
import { claimAnnouncements } from '../../src/store/journal/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from '../store/support/engines.ts';
import { createGate } from '../support/create-gate.ts';

const attestation = (outcome: Outcome, evidence: string): Attestation => ({
  marketId: 'market_a',
  outcome,
  evidence,
  wallet: '11111111111111111111111111111111' as Address,
  createdAt: unixSeconds(1_893_456_000),
});

describeEngines(['memory', 'postgres'], (engine) => {
  test('twenty callers at once all get the same one', async () => {
    const store = await engine.open();
    const standing = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const one = attestation(index % 2 === 0 ? 'Yes' : 'No', `number ${index}`);
        return store.write((db) => recordAttestation(db, one));
      }),
    );
    expect(new Set(standing.map(({ evidence }) => evidence)).size).toBe(1);
  });

  test('twenty announcements at once have one first', async () => {
    const store = await engine.open();
    const claims = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.write((db) => claimAnnouncements(db, 'closed', ['market_a'])),
      ),
    );
    expect(claims.filter(({ size }) => size === 1)).toHaveLength(1);
    const more = ['market_a', 'market_b', 'market_c'];
    const claimed = await store.write((db) => claimAnnouncements(db, 'closed', more));
    expect([...claimed].sort()).toEqual(['market_b', 'market_c']);
    const wanted = await store.write((db) => claimAnnouncements(db, 'wanted', more));
    expect([...wanted].sort()).toEqual(more);
  });
});

test('rows of acknowledged bets are written before the closing event', async () => {
  const store = await openStore();
  const typesOf = () => store.db.selectFrom('feed').select('type').orderBy('id').execute();
  const writing = createGate();
  const readBarrier = new ReadBarrier(() => {});
  readBarrier.track(writing.opened);
  const context = { store, wallMs: () => 0, readBarrier };
  const market = { id: 'market_1', closesAt: 1, expiresAt: 2 } as unknown as MarketView;
  const announced = batchAnnouncements(context, announceClosed).add(market);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await typesOf()).toEqual([]);
  writing.open();
  await announced;
  expect(await typesOf()).toEqual([{ type: 'market.closed' }]);
  await store.close();
});

test('what could not be announced for minutes is still announced', async () => {
  const market = { id: 'market_1', closesAt: 1_000, expiresAt: 2_000 } as unknown as MarketView;
  const listClosedMarkets = async ({ from }: { from: number }) =>
    from <= market.closesAt ? [market] : [];
  const write = () => Promise.reject(new Error('the disk is full'));
  let now = unixSeconds(1_000);
  const [task] = announceMarkets({
    chain: { clock: { now: () => now } },
    reads: { listClosedMarkets },
    store: { write },
  } as unknown as TaskContext);
  const find = (mayTry: boolean) => task?.find(64, () => mayTry);
  const [job] = (await find(true)) ?? [];
  await expect(job?.run(new AbortController().signal)).rejects.toThrow('the disk is full');
  now = unixSeconds(1_100);
  // It waits for its next try.
  expect(await find(false)).toEqual([]);
  expect(await find(true)).toMatchObject([{ subject: 'market_1' }]);
});

function createNotifier(engine: Store['engine']) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
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
