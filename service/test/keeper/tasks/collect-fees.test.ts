// Fees in UTILITY: one share is burned whatever the treasury does, the other waits until it can be
// paid.
import { type Address, getAddressEncoder } from '@solana/kit';
import { fetchMint } from '@solana-program/token';
import { Currency, findTokenAccount } from '@tote/program-client';
import { expect, test } from 'vitest';
import { differenceOf, readReserves } from '../../../src/indexer/audit/reserves.ts';
import type { TaskContext } from '../../../src/keeper/task.ts';
import { collectDueFees } from '../../../src/keeper/tasks/collect-fees.ts';
import { createHistory, createReader } from '../../support/history.ts';
import { NO_CRASH_POINTS } from '../../support/no-crash-points.ts';
import { showing, withoutEvents } from '../../support/show-landed.ts';

const STAKE = 10_000_000n;
/** 5 % of the losing pool each. */
const SHARE = STAKE / 20n;

async function start() {
  const history = await createHistory();
  const { chain, world } = history;
  const reader = await createReader(history);
  const { store, indexer, log } = reader;
  const keys = { keeper: world.relayer };
  const parts = { chain, indexer, keys, log, crash: NO_CRASH_POINTS };
  const task = collectDueFees(parts as unknown as TaskContext);
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  for (const each of [alice, bob]) await history.depositUtility(each, 10n * STAKE);
  const token = await findTokenAccount(world.admin.address, await chain.accounts.getUtility());
  const run = async (): Promise<string[]> => {
    const jobs = await task.find(10, () => true);
    for (const job of jobs) await job.run(new AbortController().signal);
    return jobs.map(({ subject }) => subject);
  };
  const fees = async () => {
    const { utility } = await chain.accounts.getVaults();
    return [utility.feesBurn, utility.feesDeveloper, utility.burnedTotal];
  };
  return {
    ...{ history, world, log, token, run },
    /** The same bytes land once, so that a second collection may need a new blockhash. */
    runUntil: (expected: readonly bigint[]) =>
      expect.poll(() => run().then(fees), { message: 'fees' }).toEqual(expected),
    /** A market that leaves a share for the treasury and one to burn. */
    async earn() {
      const market = await history.market({ currency: Currency.Utility, seconds: 600 });
      await history.bets(market, [
        { by: alice, outcome: 'Yes', amount: STAKE },
        { by: bob, outcome: 'No', amount: STAKE },
      ]);
      await history.resolve(market, 'No');
      await history.settle(market, alice, bob);
      await history.close(market, Currency.Utility);
    },
    supply: async () => (await fetchMint(chain.rpc, world.utilityMint)).data.supply,
    alarms: () => log.lines.filter(({ fields }) => 'alarm' in fields).map(({ fields }) => fields),
    async expectWhole() {
      const catchUp = () => indexer.catchUp();
      const { reserves } = await readReserves({ chain, store, wallMs: Date.now, catchUp });
      expect(Object.values(reserves).map(differenceOf)).toEqual([0n, 0n]);
    },
  };
}

test('without an account of the treasury the burn share is destroyed, and the other waits', async () => {
  const { world, token, earn, run, runUntil, supply, alarms, expectWhole } = await start();
  await earn();
  const before = await supply();
  await runUntil([0n, SHARE, SHARE]);
  expect(await supply()).toBe(before - SHARE);
  const alarm = { alarm: 'treasury_unpaid', treasury: world.admin.address, account: token };
  expect(alarms()).toEqual([alarm]);
  await expectWhole();
  // Nothing to burn: it is not tried, and not said again.
  expect(await run()).toEqual([]);
  await earn();
  await runUntil([0n, 2n * SHARE, 2n * SHARE]);
  expect(alarms()).toEqual([alarm]);

  await world.localnet.sandbox.mintTo(world.utilityMint, world.admin.address, 1n);
  await runUntil([0n, 0n, 2n * SHARE]);
  const { value } = await world.chain.rpc.getTokenAccountBalance(token).send();
  expect(value.amount).toBe(String(2n * SHARE + 1n));
  expect(await run()).toEqual([]);
  await expectWhole();
});

test('an account that was handed over gets nothing, and is an alarm of its own', async () => {
  const { world, token, earn, run, runUntil, alarms } = await start();
  const { chain, localnet, utilityMint, admin, oracle } = world;
  await localnet.sandbox.mintTo(utilityMint, admin.address, 1n);
  await earn();
  const setOwner = async (owner: Address) => {
    const { value } = await chain.rpc.getAccountInfo(token, { encoding: 'base64' }).send();
    if (!value) throw new Error('there is no account');
    const data = new Uint8Array(Buffer.from(value.data[0], 'base64'));
    data.set(getAddressEncoder().encode(owner), 32);
    await localnet.sandbox.setAccount(token, { ...value, data });
  };
  await setOwner(oracle.address);
  await runUntil([0n, SHARE, SHARE]);
  expect(alarms()).toHaveLength(1);
  await setOwner(admin.address);
  await runUntil([0n, 0n, SHARE]);
  await setOwner(oracle.address);
  await earn();
  await run();
  expect(alarms()).toHaveLength(2);
});

test('what was collected is derived without events, too', async () => {
  const { history, world, earn, runUntil } = await start();
  await earn();
  await runUntil([0n, SHARE, SHARE]);
  await earn();
  await world.localnet.sandbox.mintTo(world.utilityMint, world.admin.address, 1n);
  await runUntil([0n, 0n, 2n * SHARE]);
  const rowsOf = async (chain = history.chain) => {
    const { indexer, store } = await createReader(history, { chain });
    await indexer.catchUp();
    return store.db
      .selectFrom('fee_events')
      .select(['signature', 'developer', 'burned'])
      .orderBy('slot')
      .execute();
  };
  const expected = await rowsOf();
  expect(expected).toMatchObject([
    { developer: 0n, burned: SHARE },
    { developer: 2n * SHARE, burned: SHARE },
  ]);
  const collections = new Set(expected.map(({ signature }) => signature));
  const losing = showing(history.chain, (landed) =>
    collections.has(landed.signature) ? withoutEvents(landed) : landed,
  );
  expect(await rowsOf(losing)).toEqual(expected);
});
