import { type Address, generateKeyPairSigner, address as toAddress } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld } from '../../../packages/chain/test/world.ts';
import { ChainWatch, PROBLEMS } from '../../src/submissions/chain-watch.ts';
import { TestLog } from '../support/test-log.ts';

const SYSTEM = toAddress('11111111111111111111111111111111');

const listProblems = (watch: ChainWatch) =>
  PROBLEMS.flatMap((problem) => watch.findProblem(problem) ?? []);

interface Faults {
  genesisHash?: string;
  isUnreachable?: boolean;
  /** No call is answered anymore. */
  isSilent?: boolean;
  hasHistory?: boolean;
  isDatabaseDown?: boolean;
  /** The chain's time, if it is not its own. */
  now?: number;
  /** Left out: the present relayer. */
  operator?: Address;
  /** Accounts are those of an old slot, in which nobody has any. */
  isOld?: boolean;
  rents?: { sum: bigint };
}

const OUT_OF_FUNDS = { code: 'relayer_out_of_funds' };

async function startWatch(faults: Faults = {}, next?: Address) {
  const world = await createWorld();
  const { chain } = world;
  const log = new TestLog();
  const times = { wallMs: 1_800_000_000_000, monotonicMs: 5_000 };
  const [relayer, keeper] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  const setAccount = world.localnet.sandbox.setAccount.bind(world.localnet.sandbox);
  const setFunds = (address: Address, lamports: bigint) =>
    setAccount(address, { lamports, owner: SYSTEM, data: new Uint8Array() });
  for (const { address } of [relayer, keeper]) await setFunds(address, 10_000_000_000n);
  const unreachable = () => ({ send: () => Promise.reject(new Error('unreachable')) });
  const rpc = new Proxy(chain.rpc, {
    get(target, name, receiver) {
      if (faults.isUnreachable) return unreachable;
      if (name === 'getGenesisHash' && faults.genesisHash) {
        return () => ({ send: async () => faults.genesisHash });
      }
      if (name === 'getMultipleAccounts' && faults.isOld) {
        return (addresses: readonly Address[]) => ({
          send: async () => ({ context: { slot: 1n }, value: addresses.map(() => null) }),
        });
      }
      return Reflect.get(target, name, receiver);
    },
  });
  const clock = {
    ...{ now: () => chain.clock.now(), shown: () => chain.clock.shown() },
    onSecond: () => () => undefined,
    slot: () => chain.clock.slot(),
    offset: async () => 0,
    refresh: async () => (faults.now ?? (await chain.clock.refresh())) as never,
  };
  const watch = new ChainWatch({
    chain: { ...chain, rpc, clock, isAway: () => faults.isSilent ?? false } as Chain,
    log,
    payers: {
      relayer: relayer.address,
      ...(next && { 'relayer-next': next }),
      keeper: keeper.address,
    },
    operator: () => faults.operator ?? relayer.address,
    wallMs: () => times.wallMs,
    monotonicMs: () => times.monotonicMs,
    hasHistory: async () => faults.hasHistory ?? true,
    checkDatabase: async () => {
      if (faults.isDatabaseDown) throw new Error('unreachable');
    },
    sumRents: async () => faults.rents?.sum ?? 0n,
  });
  onTestFinished(() => watch.stop());
  await watch.look();
  const pass = (ms: number, wall = ms) => {
    times.monotonicMs += ms;
    times.wallMs += wall;
  };
  const alarms = () =>
    log.lines.flatMap(({ fields }) => ('alarm' in fields ? [fields.alarm as string] : []));
  const refusal = () => {
    try {
      watch.refuse();
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const acts = { setAccount, setFunds, pass, alarms, refusal };
  return { ...acts, chain, watch, faults, relayer, keeper };
}

test('a chain that answers no call is refused before the next look', async () => {
  const { watch, faults, refusal } = await startWatch();
  expect(refusal()).toBeUndefined();
  faults.isSilent = true;
  expect(refusal()).toBe('chain_unavailable');
  // Also what a wallet pays for: nothing lands.
  expect(() => watch.refuse('wallet')).toThrow();
  faults.isSilent = false;
  expect(refusal()).toBeUndefined();
});

test('another chain at the same address is noticed, and two wrong answers are not enough', async () => {
  const { watch, faults, refusal } = await startWatch();
  faults.genesisHash = 'another';
  // It is asked for with every fifth look.
  for (let looks = 0; looks < 6; looks += 1) await watch.look();
  expect(refusal()).toBeUndefined();
  await watch.look();
  expect(refusal()).toBe('chain_replaced');
  expect(listProblems(watch)[0]).toContain('its genesis hash is another');
  // What is no genesis hash counts as no answer.
  faults.genesisHash = 7 as never;
  for (let looks = 0; looks < 12; looks += 1) await watch.look();
  expect(refusal()).toBe('chain_unavailable');
});

test('a chain that was unreachable is checked at once to be the same chain', async () => {
  const { watch, faults, refusal } = await startWatch();
  await watch.look();
  faults.isUnreachable = true;
  await watch.look();
  faults.isUnreachable = false;
  faults.genesisHash = 'another';
  for (let looks = 0; looks < 3; looks += 1) await watch.look();
  expect(refusal()).toBe('chain_replaced');
});

test('a chain that lost what the database has is noticed', async () => {
  const { watch, faults, refusal } = await startWatch();
  faults.hasHistory = false;
  for (let looks = 0; looks < 7; looks += 1) await watch.look();
  expect(refusal()).toBe('chain_replaced');
  expect(listProblems(watch)[0]).toContain('reset or rolled back');
  faults.hasHistory = true;
  await watch.look();
  expect(refusal()).toBeUndefined();
});

test('requests are refused while the time of the chain stands still for 20 seconds', async () => {
  const { watch, faults, pass, refusal, alarms } = await startWatch({ now: 1_000 });
  pass(19_999);
  await watch.look();
  expect(refusal()).toBeUndefined();
  pass(1);
  await watch.look();
  expect(refusal()).toBe('chain_stalled');
  expect(alarms()).toEqual(['chain_stalled']);
  faults.now = 1_001;
  await watch.look();
  expect(refusal()).toBeUndefined();
});

test.each([3_600_000, -3_600_000])('a wall clock that is set by %s ms is noticed', async (step) => {
  const { watch, pass, alarms } = await startWatch();
  pass(2_000);
  await watch.look();
  expect([watch.clockSteps, alarms()]).toEqual([0, []]);
  pass(2_000, 2_000 + step);
  await watch.look();
  pass(2_000);
  await watch.look();
  expect([watch.clockSteps, alarms()]).toEqual([1, ['clock_step']]);
});

test('each relayer pays for its own bets, and the operator for everything else', async () => {
  const { address: next } = await generateKeyPairSigner();
  const started = await startWatch({}, next);
  const { setFunds, watch, faults, refusal, relayer, alarms } = started;
  expect(watch.listFunds().map(({ name, balance }) => [name, balance])).toContainEqual([
    ...['relayer-next', 0n],
  ]);
  // The next key has no SOL yet: only its own bets are refused, and the log says that it runs low.
  expect([refusal(), listProblems(watch), alarms()]).toEqual([undefined, [], ['funds_low']]);
  expect(() => watch.refuse(relayer.address)).not.toThrow();
  expect(() => watch.refuse(next)).toThrow(expect.objectContaining(OUT_OF_FUNDS));
  faults.operator = next;
  await watch.look();
  expect(refusal()).toBe('relayer_out_of_funds');
  expect(listProblems(watch)[0]).toContain(`The relayer-next ${next} has 0.000000 SOL left`);
  expect(() => watch.refuse(relayer.address)).not.toThrow();
  await setFunds(next, 10_000_000_000n);
  await setFunds(relayer.address, 0n);
  await watch.look();
  expect([refusal(), listProblems(watch)]).toEqual([undefined, []]);
  expect(() => watch.refuse(next)).not.toThrow();
  expect(() => watch.refuse(relayer.address)).toThrow(expect.objectContaining(OUT_OF_FUNDS));
});

test('rent that comes back is not spent', async () => {
  const rents = { sum: 0n };
  const { setFunds, watch, pass, relayer, keeper } = await startWatch({ rents });
  const days = () => watch.listFunds().map(({ daysLeft }) => daysLeft);
  await watch.look();
  // A market is opened, and a price update is posted.
  rents.sum = 5_000_000n;
  await setFunds(relayer.address, 9_995_000_000n);
  await setFunds(keeper.address, 9_997_000_000n);
  pass(86_400_000);
  await watch.look();
  expect(days()).toEqual([Infinity, 9_997 / 3]);
  // The update is closed. Both have paid a fee.
  await setFunds(relayer.address, 9_994_000_000n);
  await setFunds(keeper.address, 9_999_000_000n);
  await watch.look();
  expect(days()).toEqual([9_994, 9_999]);
  // The market is closed, and the relayer gets more SOL: it is not paid back.
  rents.sum = 0n;
  await setFunds(relayer.address, 9_999_000_000n);
  await watch.look();
  expect(days()[0]).toBe(9_999);
  await setFunds(relayer.address, 19_999_000_000n);
  await watch.look();
  expect(days()[0]).toBe(19_999);
});

test('a node that lags says nothing about funds', async () => {
  const { watch, faults, chain, refusal, alarms } = await startWatch();
  await expect.poll(() => chain.clock.refresh().then(() => chain.clock.slot())).toBeGreaterThan(1n);
  faults.isOld = true;
  for (let looks = 0; looks < 3; looks += 1) await watch.look();
  expect([refusal(), listProblems(watch), alarms()]).toEqual([undefined, [], []]);
  expect(watch.listFunds()).toMatchObject([
    { name: 'relayer', balance: 10_000_000_000n, daysLeft: Infinity },
    { name: 'keeper', balance: 10_000_000_000n, daysLeft: Infinity },
  ]);
});

test('the buyer is followed by its tokens, and may have no SOL', async () => {
  const { setAccount, watch, alarms, pass } = await startWatch();
  const token = (await generateKeyPairSigner()).address;
  const setTokens = (tokens: bigint) => {
    const data = Buffer.alloc(165);
    data.writeBigUInt64LE(tokens, 64);
    return setAccount(token, { lamports: 2_039_280n, owner: SYSTEM, data });
  };
  watch.addBuyer(token);
  await watch.look();
  const buyer = () => watch.listFunds().find(({ name }) => name === 'buyer');
  expect(buyer()).toEqual({ name: 'buyer', balance: 0n, daysLeft: Infinity });
  await setTokens(400n);
  await watch.look();
  await setTokens(300n);
  pass(86_400_000);
  await watch.look();
  expect(buyer()).toEqual({ name: 'buyer', balance: 300n, daysLeft: 3 });
  expect(alarms()).not.toContain('funds_low');
});
