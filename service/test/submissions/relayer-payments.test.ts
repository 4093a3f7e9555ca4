// What the relayer pays for others: fees of what wallets sign, and the rent of markets.

import { getTransactionDecoder } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { prepareAccount } from '../../src/accounts/prepare-account.ts';
import { prepareBet } from '../../src/bets/prepare-bet.ts';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { openStore } from '../../src/store/open-store.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { callerOf, createBetting, holdNext, keyed, startBetting } from './betting.ts';
import {
  createPreparedWorld,
  deposit,
  marketInput,
  OPEN,
  type PreparedWorld,
  readBooks,
  signTransaction,
  text,
  withdraw,
} from './prepared-world.ts';

const LAMPORT = '0.000000001';
/** Two signatures: the relayer's and the wallet's. */
const FEE = 10_000n;
const DAY_MS = 86_400_000;
const USED_UP = { code: 'fee_budget_used_up', status: 402 };

/** A wallet with a Bettor that it opened at its own cost, so that the whole budget is left. */
async function createReady(options: Parameters<typeof createPreparedWorld>[0] = {}) {
  const world = await createPreparedWorld(options);
  const wallet = await world.createWallet();
  await world.act(wallet, [OPEN, deposit('1')], 'wallet');
  return { world, wallet, context: world.context };
}

const lamportsOf = async ({ chain }: PreparedWorld, { address }: Pick<Key, 'address'>) =>
  (await chain.rpc.getBalance(address, { commitment: 'confirmed' }).send()).value;

const prepareMany = ({ context }: PreparedWorld, wallet: Key, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { transaction } = await prepareAccount(context, wallet.address, [deposit(LAMPORT)]);
      return signTransaction(transaction, wallet);
    }),
  );

const countPrepared = async ({ context }: PreparedWorld) =>
  (await context.store.db.selectFrom('prepared').select('message_hash').execute()).length;

describe('the budget of a wallet', () => {
  test('covers transactions, to the lamport: prepare refuses the next', async () => {
    const { world, wallet, context } = await createReady();
    let done = 0;
    for (const [budget, covered] of [
      [0n, 0],
      [3n * FEE - 1n, 2],
      [3n * FEE, 3],
    ] as const) {
      Object.assign(context.limits, { feesPerWallet: budget });
      for (; done < covered; done += 1) await world.act(wallet, [deposit(LAMPORT)]);
      const before = [await readBooks(world, wallet.address), await countPrepared(world)];
      const attempt = world.act(wallet, [deposit(LAMPORT)]);
      await expect(attempt).rejects.toMatchObject(USED_UP);
      const text = /feePayer "wallet", or after 2\d{3}-\d\d-\d\dT00:00:00Z/;
      await expect(attempt).rejects.toThrow(text);
      expect([await readBooks(world, wallet.address), await countPrepared(world)]).toEqual(before);
    }
  });

  test('covers what is submitted, and a refused submission changes nothing', async () => {
    const { world, wallet, context } = await createReady({ limits: { feesPerWallet: 2n * FEE } });
    const [first = '', second = '', third = ''] = await prepareMany(world, wallet, 3);
    const record = await submitTransaction(context, null, first);
    await submitTransaction(context, null, second);
    const before = await readBooks(world, wallet.address);
    const attempt = submitTransaction(context, null, third, keyed('third'));
    await expect(attempt).rejects.toMatchObject(USED_UP);
    expect(await readBooks(world, wallet.address)).toEqual(before);
    expect(await context.store.db.selectFrom('requests').selectAll().execute()).toEqual([]);
    // The same bytes cost nothing more and get the same answer.
    expect(await submitTransaction(context, null, first)).toEqual(record);
    // It was not sent: with more budget it still is what was prepared.
    const richer = { ...context, limits: { ...context.limits, feesPerWallet: 3n * FEE } };
    const sent = await submitTransaction(richer, null, third, keyed('third'));
    expect(sent.state).toBe('confirmed');
  });

  test('is its own, and a new one the next day', async () => {
    const midnight = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
    let now = midnight - 1;
    const limits = { feesPerWallet: FEE };
    const { world, wallet } = await createReady({ limits, wallMs: () => now });
    const other = await world.createWallet();
    await world.act(wallet, [deposit(LAMPORT)]);
    await expect(world.act(wallet, [deposit(LAMPORT)])).rejects.toMatchObject(USED_UP);
    expect(await world.act(other, [OPEN])).toMatchObject({ state: 'confirmed' });
    now = midnight;
    expect(await world.act(wallet, [deposit(LAMPORT)])).toMatchObject({ state: 'confirmed' });
    await expect(world.act(wallet, [deposit(LAMPORT)])).rejects.toMatchObject(USED_UP);
  });

  test('counts bets and markets too', async () => {
    const { world, wallet, context } = await createReady({ limits: { feesPerWallet: FEE - 1n } });
    const marketId = await world.openMarket();
    const { address } = wallet;
    const bet = { marketId, outcome: 'Yes', amount: text('0.1') };
    const market = marketInput(world);
    await expect(prepareBet(context, address, bet)).rejects.toMatchObject(USED_UP);
    await expect(prepareMarket(context, address, market)).rejects.toMatchObject(USED_UP);
    for (const { transaction } of [
      await prepareBet(context, address, bet, { feePayer: 'wallet' }),
      await prepareMarket(context, address, market, { feePayer: 'wallet' }),
    ]) {
      const signed = signTransaction(transaction, wallet);
      expect(await submitTransaction(context, null, signed)).toMatchObject({ state: 'confirmed' });
    }
  });
});

test('a wallet that pays its own fees needs the fee in the wallet, beside what it moves', async () => {
  const world = await createPreparedWorld();
  const wallet = await world.createWallet();
  await world.act(wallet, [OPEN]);
  await world.fund(wallet.address, SOL);
  const attempt = world.act(wallet, [deposit('0.999995001')], 'wallet');
  const refusal = { code: 'wallet_funds_insufficient', status: 402 };
  await expect(attempt).rejects.toMatchObject(refusal);
  expect(await lamportsOf(world, wallet)).toBe(SOL);
  const record = await world.act(wallet, [deposit('0.999995')], 'wallet');
  expect(record.state).toBe('confirmed');
  expect(await lamportsOf(world, wallet)).toBe(0n);
  const empty = world.act(wallet, [withdraw('0.5')], 'wallet');
  await expect(empty).rejects.toMatchObject(refusal);
});

test('a market that the relayer signs alone costs its creator one signature', async () => {
  const betting = await createBetting({ limits: { feesPerWallet: 10_000n } });
  const { world, store, create } = betting;
  const [alice, bob] = await Promise.all([world.openBettor(), world.openBettor()]);
  const input = marketInput(world);
  const caller = callerOf(alice.wallet.address);
  const first = await create(caller, input, keyed('first'));
  await create(caller, input);
  const countSubmissions = async () =>
    (await store.db.selectFrom('submissions').select('signature').execute()).length;
  const before = await countSubmissions();
  await expect(create(caller, input, keyed('third'))).rejects.toMatchObject(USED_UP);
  expect(await countSubmissions()).toBe(before);
  expect(await create(caller, input, keyed('first'))).toEqual(first);
  expect((await create(callerOf(bob.wallet.address), input)).state).toBe('confirmed');
});

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
