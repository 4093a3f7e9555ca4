// A change that is notified is resolved at once; otherwise polling finds it. The clock stands still
// unless a test moves it, so nothing is found by chance.
import { type Address, address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { createKey } from '@tote/chain/key';
import { READABLE_BYTES_MAX } from '@tote/conditions/oracles/account-snapshot';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Task } from '../../../src/keeper/task.ts';
import { resolveMetFacts } from '../../../src/keeper/tasks/resolve-met-facts.ts';
import { findEvidence, listEvidence } from '../../../src/store/journal/evidence.ts';
import type { MarketView } from '../../../src/store/projection/market-view.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { createMarket, getMarket, useWorld } from '../support.ts';

const PUMP = address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P');

const world = useWorld();
let account: Address;
let market: MarketView;
let nowMs: number;
let stop: (() => void) | undefined;
beforeEach(async () => {
  account = (await createKey()).address;
  market = await createMarket(world, { asked: factAbout(account) });
  nowMs = Date.now();
});
afterEach(async () => {
  stop?.();
});

const factAbout = (about: Address) => ({
  ...{ type: 'account_fact', account: about, owner: PUMP, timing: 'any_time_before' },
  ...{ offset: 0, dataType: 'u8', comparator: 'gte', value: '7' },
});
const setFirstByte = (value: number, at = account) =>
  world.localnet.sandbox.setAccount(at, {
    ...{ lamports: 10_000_000n, owner: PUMP },
    data: Uint8Array.of(value, 0, 0, 0),
  });

/** A task of the keeper whose chain reads are counted. */
function startTask(overrides: Partial<Chain> = {}) {
  const { store, indexer, keys, reads, fees, crash } = world;
  const read = vi.fn(world.chain.rpc.getMultipleAccounts);
  const rpc = { ...world.chain.rpc, getMultipleAccounts: read } as unknown as Chain['rpc'];
  const task = resolveMetFacts({
    ...{ store, indexer, keys, reads, fees, crash, log: SILENT_LOG },
    chain: { ...world.chain, rpc, ...overrides },
    listUnsettled: reads.listUnsettled,
    findMarketAccount: (address) => world.chain.accounts.findMarket(address),
    wallMs: () => nowMs,
  });
  const wake = vi.fn();
  stop = task.listen?.(wake);
  return { task, wake, read };
}

const find = (task: Task) => task.find(8, () => true);
const NO_SUBJECTS: string[] = [];
const subjectsOf = async (task: Task) => (await find(task)).map(({ subject }) => subject);

test('a notified change is read at once and resolved', async () => {
  const { task, wake, read } = startTask();
  expect(await subjectsOf(task)).toEqual(NO_SUBJECTS);
  // What the node has executed, confirmed or not.
  const [, settings] = read.mock.calls[0] as unknown as [unknown, { commitment: string }];
  expect(settings.commitment).toBe('processed');
  await expect.poll(() => task.pollMs).toBe(500);
  // It may have changed before the subscription began, so it is read once more, then not again.
  expect(await subjectsOf(task)).toEqual(NO_SUBJECTS);
  const reads = read.mock.calls.length;
  expect(await subjectsOf(task)).toEqual(NO_SUBJECTS);
  expect(read.mock.calls.length).toBe(reads);

  wake.mockClear();
  await setFirstByte(6);
  await expect.poll(() => wake.mock.calls.length).toBe(1);
  expect(await subjectsOf(task)).toEqual(NO_SUBJECTS);
  await setFirstByte(7);
  await expect.poll(() => wake.mock.calls.length).toBe(2);
  const [job] = await find(task);
  expect(job?.subject).toBe(market.id);
  await job?.run(new AbortController().signal);
  expect((await getMarket(world, market.id)).end).toMatchObject({ kind: 'resolved' });
  // The list is older than the outcome: a second job does nothing.
  const [again] = await find(task);
  await again?.run(new AbortController().signal);
  nowMs += 500;
  expect(await subjectsOf(task)).toEqual(NO_SUBJECTS);
});

test('one change ends many markets, more than fit at once', async () => {
  const others = await Promise.all(
    Array.from({ length: 3 }, () => createMarket(world, { asked: factAbout(account) })),
  );
  await setFirstByte(9);
  const { task } = startTask();
  const ids = [market, ...others].map(({ id }) => id).sort();
  const done: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const jobs = await task.find(2, (id) => !done.includes(id));
    expect(jobs).toHaveLength(2);
    done.push(...jobs.map(({ subject }) => subject));
  }
  expect(done.sort()).toEqual(ids);
});

test('without a subscription, and without notifications, the account is still read', async () => {
  const silent = { follow: () => {}, isFollowed: () => false, close: () => {} };
  const { task } = startTask({ watchAccounts: () => silent });
  expect(await subjectsOf(task)).toEqual(NO_SUBJECTS);
  await setFirstByte(7);
  expect(task.pollMs).toBe(100);
  expect(await subjectsOf(task)).toEqual(NO_SUBJECTS);
  nowMs += 100;
  expect(await subjectsOf(task)).toEqual([market.id]);

  // With one that stays silent it is read every two seconds.
  await setFirstByte(6);
  const { task: lied } = startTask({
    watchAccounts: () => ({ ...silent, isFollowed: () => true }),
  });
  expect(await subjectsOf(lied)).toEqual(NO_SUBJECTS);
  await setFirstByte(7);
  nowMs += 1_999;
  expect(await subjectsOf(lied)).toEqual(NO_SUBJECTS);
  nowMs += 1;
  expect(await subjectsOf(lied)).toEqual([market.id]);
});

/** Resolves the market, with a change between our read and the program's. Gives the evidence. */
async function resolveDespite(change: () => Promise<unknown>) {
  const { lander } = world.chain;
  const land: typeof lander.land = async (...transaction) => {
    await change();
    return lander.land(...transaction);
  };
  const [job] = await find(startTask({ lander: { land } }).task);
  await job?.run(new AbortController().signal);
  const { end } = await getMarket(world, market.id);
  expect(end).toMatchObject({ kind: 'resolved' });
  const text = await findEvidence(world.store.db, market.id, end?.evidenceHash ?? '');
  const record = readSampledEvidence(text ?? '');
  return { verdict: record?.verdict.verdict, data: record?.evidence.samples[0]?.accounts[0]?.data };
}

test('an account that changes between our read and the program’s: both are stored', async () => {
  await setFirstByte(7);
  const { verdict, data } = await resolveDespite(() => setFirstByte(8));
  expect([verdict, data?.[0]]).toEqual(['met', 8]);
});

test('of an account that is larger than what can be read, the readable part is evidence', async () => {
  const setLarge = (beyond: number) => {
    const data = new Uint8Array(READABLE_BYTES_MAX + 5_000);
    data[0] = 7;
    data[data.length - 1] = beyond;
    const owned = { lamports: 1_000_000_000n, owner: PUMP };
    return world.localnet.sandbox.setAccount(account, { ...owned, data });
  };
  await setLarge(1);
  // A change behind the readable part is not another observation.
  const { data } = await resolveDespite(() => setLarge(2));
  expect(await listEvidence(world.store.db, market.id)).toHaveLength(1);
  expect(data?.length).toBe(READABLE_BYTES_MAX);
});

test('the chain is unavailable at the notification: the change is not lost', async () => {
  const { task, wake, read } = startTask();
  await find(task);
  await expect.poll(() => task.pollMs).toBe(500);
  await find(task);
  wake.mockClear();
  await setFirstByte(7);
  await expect.poll(() => wake.mock.calls.length).toBe(1);
  read.mockImplementationOnce(() => {
    throw new Error('unreachable');
  });
  await expect(find(task)).rejects.toThrow('unreachable');
  expect(await subjectsOf(task)).toEqual([market.id]);
});
