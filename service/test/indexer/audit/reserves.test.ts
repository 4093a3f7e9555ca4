import type { Chain } from '@tote/chain/chain';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { World } from '../../../../packages/chain/test/world.ts';
import { differenceOf, ReservesReader, readReserves } from '../../../src/indexer/audit/reserves.ts';
import { describeEngines } from '../../store/support/engines.ts';
import { createHistory, createReader, type History, SOL } from '../../support/history.ts';
import { playWholeHistory } from '../../support/whole-history.ts';

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

/** Long enough for a few reads. */
const WITHIN_MS = 300;

async function createReading() {
  const history = await createHistory();
  const { store, indexer } = await createReader(history);
  const { world } = history;
  const catchUp = () => indexer.catchUp();
  await history.bettor(7n * SOL);
  await catchUp();
  const read = async (chain: Chain = world.chain) =>
    (await readReserves({ chain, store, wallMs: Date.now, catchUp, withinMs: WITHIN_MS })).reserves
      .SOL;
  return { history, world, store, indexer, catchUp, read };
}

function withRent({ chain }: World, factor: bigint): Chain {
  const rpc = new Proxy(chain.rpc, {
    get(target, name, receiver) {
      if (name !== 'getMinimumBalanceForRentExemption') return Reflect.get(target, name, receiver);
      return (bytes: bigint) => ({
        send: async () =>
          (factor * (await target.getMinimumBalanceForRentExemption(bytes).send())) / 2n,
      });
    },
  });
  return { ...chain, rpc };
}

async function setVault({ chain, localnet }: World, change: (lamports: bigint) => bigint) {
  const at = chain.addresses.vaultSol;
  const { value } = await chain.rpc.getAccountInfo(at, { encoding: 'base64' }).send();
  if (!value) throw new Error('there is no vault');
  const data = new Uint8Array(Buffer.from(value.data[0], 'base64'));
  const { lamports, owner } = value;
  await localnet.sandbox.setAccount(at, { lamports: change(lamports), owner, data });
}

test("the vault's own rent is not counted, whatever it costs; what else differs is shown", async () => {
  const { world, read } = await createReading();
  const { chain } = world;
  const { value } = await chain.rpc.getBalance(chain.addresses.vaultSol).send();
  const rent = await chain.rpc.getMinimumBalanceForRentExemption(152n).send();
  expect(value).toBe(7n * SOL + 10n * rent);
  const even = { vault: 7n * SOL, owed: 7n * SOL, balances: 7n * SOL, surplus: 0n };
  expect(await read()).toMatchObject(even);
  // A higher rent never makes a deficit, and a lower one is a surplus.
  expect(await read(withRent(world, 4n))).toMatchObject(even);
  const cheaper = await read(withRent(world, 1n));
  expect(cheaper).toMatchObject({ vault: 7n * SOL + 5n * rent, surplus: 5n * rent });
  // A donation, and money that is missing, to the lamport.
  await setVault(world, (lamports) => lamports + 5n);
  expect(await read()).toMatchObject({ ...even, vault: 7n * SOL + 5n, surplus: 5n });
  await setVault(world, () => 7n * SOL - 5n);
  expect(await read()).toMatchObject({ ...even, vault: 7n * SOL - 5n, surplus: -5n });
});

test('a deposit that is not applied yet is waited for', async () => {
  const { history, indexer, read } = await createReading();
  await history.bettor(SOL);
  const applied = new Promise<void>((resolve) => {
    setTimeout(() => resolve(indexer.catchUp()), WITHIN_MS / 10);
  });
  expect(await read()).toMatchObject({ owed: 8n * SOL, balances: 8n * SOL, vault: 8n * SOL });
  await applied;
});

test('a difference is shown although something was not applied yet at first', async () => {
  const { history, store, read } = await createReading();
  await history.passFinality();
  await store.write((db) => sql`update transfers set amount = amount + 7`.execute(db));
  await history.bettor(SOL);
  expect(differenceOf(await read())).toBe(-7n);
});

test('what changes and never agrees is refused, not shown', async () => {
  const { world, read } = await createReading();
  const { chain } = world;
  const vaults = await chain.accounts.getVaults();
  let more = 0n;
  const getVaults = vi.spyOn(chain.accounts, 'getVaults').mockImplementation(async () => {
    more += 1n;
    return { ...vaults, sol: { ...vaults.sol, owed: vaults.sol.owed + more } };
  });
  await expect(read()).rejects.toMatchObject({ code: 'reserves_unsettled', status: 503 });
  getVaults.mockRestore();
  expect(await read()).toMatchObject({ owed: 7n * SOL, balances: 7n * SOL });
});

test('a node that is behind the database gives an older answer, which adds up', async () => {
  const { history, world, catchUp, read } = await createReading();
  await history.passSlot();
  const old = await world.chain.accounts.getVaults();
  await history.passSlot();
  await history.bettor(SOL);
  await catchUp();
  const getVaults = vi.spyOn(world.chain.accounts, 'getVaults').mockResolvedValue(old);
  expect(await read()).toMatchObject({ owed: 7n * SOL, balances: 7n * SOL, surplus: 0n });
  getVaults.mockRestore();
  expect(await read()).toMatchObject({ owed: 8n * SOL, balances: 8n * SOL, surplus: 0n });
});

/** Each is changed by hand, and by how much the reserves in SOL do not add up then. */
const CHANGES = [
  ['a deposit', sql`update transfers set amount = amount + 7 where currency = 0`, -28n],
  ['a profit', sql`update profits set profit = profit - 7 where currency = 0 and won > 0`, 21n],
  ['a pool', sql`update markets set pool_no = pool_no + 7 where state = 1`, -7n],
  ['a stake', sql`update positions set stake_no = stake_no + 7 where payout is null`, 21n],
  ['a payout', sql`update positions set payout = payout - 7 where payout > 7`, -21n],
  ['a fee', sql`update fee_events set burned = burned + 7 where kind = 'bought_back'`, 7n],
] as const;

describeEngines(['memory', 'postgres'], ({ open }) => {
  async function openAll(history: History) {
    const store = await open();
    const { indexer } = await createReader(history, { store });
    await indexer.catchUp();
    const catchUp = () => indexer.catchUp();
    return { chain: history.chain, store, wallMs: Date.now, catchUp, withinMs: WITHIN_MS };
  }

  test('after every kind of event the parts are those on chain, unless they were changed', async () => {
    const history = await createHistory();
    const { bettors } = await playWholeHistory(history);
    const read = await readReserves(await openAll(history));
    for (const each of Object.values(read.reserves)) {
      expect([differenceOf(each), each.surplus]).toEqual([0n, 0n]);
    }
    const { accounts } = history.chain;
    const { sol, utility } = await accounts.getVaults();
    const balances = [0n, 0n];
    for (const { wallet } of bettors) {
      const { available = [] } = (await accounts.findBettor(wallet.address)) ?? {};
      for (const [index, each] of available.entries())
        balances[index] = (balances[index] ?? 0n) + each;
    }
    const { SOL: inSol, UTILITY: inUtility } = read.reserves;
    expect([inSol.balances, inUtility.balances]).toEqual(balances);
    expect(inSol.fees).toBe(sol.feesBurn + sol.feesDeveloper);
    expect(inUtility.fees).toBe(utility.feesBurn + utility.feesDeveloper);
    expect(inSol.pools).toBeGreaterThan(0n);

    // Until then what was paid in or out later is left out.
    await history.passFinality();
    for (const [what, change, difference] of CHANGES) {
      const context = await openAll(history);
      await context.store.write((db) => change.execute(db));
      const { reserves } = await readReserves(context);
      const differences = [reserves.SOL, reserves.UTILITY].map(differenceOf);
      expect(differences, what).toEqual([difference, 0n]);
    }
  });
});
