// Which markets the relayer pays the rent of.
import { getTransactionDecoder } from '@solana/kit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { openStore } from '../../src/store/open-store.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { callerOf, createBetting, holdNext, startBetting } from './betting.ts';
import {
  createPreparedWorld,
  marketInput,
  readBooks,
  signTransaction,
  text,
} from './prepared-world.ts';

const REACHED = { code: 'rent_limit_reached', status: 402 };
const MARKET_BYTES = 376n;

describe('createMarket', () => {
  test('counts the clauses of a fact too', async () => {
    const betting = await createBetting();
    const { world, create, store } = betting;
    const { wallet } = await world.openBettor();
    const question = 'Will SOL be above $100000 at expiry?';
    const condition = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '100000' };
    const input = marketInput(world, { question, condition });
    const { market } = await create(callerOf(wallet.address), input);
    const { value } = await world.chain.rpc.getBalance(market.address).send();
    const rents = await store.db.selectFrom('paid_rents').select('lamports').execute();
    expect(rents).toEqual([{ lamports: value }]);
  });

  test('does not count a market that the chain refused', async () => {
    const betting = await createBetting({ limits: { marketsPerCreator: 2 } });
    const { world, create, store } = betting;
    const { wallet } = await world.openBettor({ sol: SOL });
    const initialStakes = [{ outcome: 'Yes' as const, amount: text('0.7') }];
    const input = marketInput(world, { initialStakes });
    const caller = callerOf(wallet.address);
    const listRents = () => store.db.selectFrom('paid_rents').selectAll().execute();
    const { lander } = world.chain;
    const land = lander.land.bind(lander);
    // Neither lands before both are stored: then the balance suffices for one of them.
    const landing = vi.spyOn(lander, 'land').mockImplementation(async (...args) => {
      await until(async () => expect(await listRents()).toHaveLength(2));
      return land(...args);
    });
    const results = await Promise.allSettled([create(caller, input), create(caller, input)]);
    landing.mockRestore();
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listRents()).toHaveLength(2);
    expect((await create(caller, marketInput(world))).state).toBe('confirmed');
    await expect(create(caller, marketInput(world))).rejects.toMatchObject(REACHED);
  });

  test('counts a market that is not confirmed yet', async () => {
    const betting = await createBetting({ limits: { marketsPerCreator: 1 }, confirmWaitMs: 100 });
    const { world, create, store } = betting;
    const { wallet } = await world.openBettor();
    const caller = callerOf(wallet.address);
    const release = holdNext(world.chain);
    expect((await create(caller, marketInput(world))).state).toBe('pending');
    await expect(create(caller, marketInput(world))).rejects.toMatchObject(REACHED);
    release();
    const stored = () => store.db.selectFrom('submissions').select('signature').execute();
    await expect.poll(stored).toHaveLength(1);
  });
});

test('prepareMarket: elsewhere the wallet pays the rent and is named to get it back', async () => {
  const world = await createPreparedWorld({
    isCluster: true,
    limits: { marketsPerCreator: 0, rentPercentPerDay: 0 },
  });
  const { context, chain } = world;
  const wallet = await world.createWallet();
  const prepared = await prepareMarket(context, wallet.address, marketInput(world));
  const rent = await chain.rpc.getMinimumBalanceForRentExemption(MARKET_BYTES).send();
  expect(prepared.summary[1]).toMatch(/^Pays 0\.00\d+ SOL of rent, which is returned/);
  const { signatures } = getTransactionDecoder().decode(
    Buffer.from(prepared.transaction, 'base64'),
  );
  expect(Object.keys(signatures)).toEqual([world.relayer.address, wallet.address]);
  const before = await readBooks(world, wallet.address);
  await submitTransaction(context, null, signTransaction(prepared.transaction, wallet));
  const after = await readBooks(world, wallet.address);
  expect(before.lamports - after.lamports).toBe(rent);
  expect(before.relayer - after.relayer).toBe(10_000n);
  const view = await context.findMarket(prepared.marketId);
  const account = await chain.accounts.findMarket(view?.address as never);
  expect(account?.rentPayer).toBe(wallet.address);
  const poor = await world.createWallet(rent - 1n);
  const attempt = prepareMarket(context, poor.address, marketInput(world));
  await expect(attempt).rejects.toMatchObject({ code: 'wallet_funds_insufficient' });
  const exact = await world.createWallet(rent);
  expect(await prepareMarket(context, exact.address, marketInput(world))).toBeDefined();
});

// What the relayer pays is limited for all replicas together.
describe.skipIf(!hasPostgres())('two replicas', () => {
  test('share the limit of a creator', async () => {
    const databaseUrl = await (await openPostgres()).createDatabase();
    const payments = { marketsPerCreator: 3 };
    const first = await createBetting({ limits: payments, store: { databaseUrl } });
    const store = await openStore({ databaseUrl });
    onTestFinished(() => store.close());
    const second = await startBetting(first.world, store, { limits: payments });
    const { wallet } = await first.world.openBettor();
    const creating = Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? first : second).create(callerOf(wallet.address), marketInput(first.world)),
    );
    const results = await Promise.allSettled(creating);
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'rent_limit_reached' });
    expect(reasons).toHaveLength(7);
    expect(await store.db.selectFrom('paid_rents').selectAll().execute()).toHaveLength(3);
  });

  test('share the budget of a wallet, and pay once for the same bytes', async () => {
    const databaseUrl = await (await openPostgres()).createDatabase();
    const limits = { feesPerWallet: 40_000n };
    const world = await createPreparedWorld({ limits, store: { databaseUrl } });
    const store = await openStore({ databaseUrl });
    onTestFinished(() => store.close());
    const replicas = [world.context, await world.startReplica(store)] as const;
    const wallet = await world.createWallet();
    const prepare = async () => {
      const input = marketInput(world);
      const { transaction } = await prepareMarket(world.context, wallet.address, input);
      return signTransaction(transaction, wallet);
    };
    const signed = await Promise.all(Array.from({ length: 8 }, prepare));
    // Each on both replicas at once.
    const results = await Promise.allSettled(
      signed.flatMap((one) => replicas.map((replica) => submitTransaction(replica, null, one))),
    );
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of reasons) {
      expect(reason).toMatchObject({ code: 'fee_budget_used_up', status: 402 });
    }
    expect(reasons).toHaveLength(8);
    for (let at = 0; at < results.length; at += 2) expect(results[at]).toEqual(results[at + 1]);
    const paid = await store.db.selectFrom('paid_fees').select('lamports').execute();
    expect(paid).toEqual([{ lamports: 40_000n }]);
  });
});
