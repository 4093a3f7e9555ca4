// The relayer pays the fees of transactions that wallets sign, up to a budget per wallet and day.
import type { Key } from '@tote/chain/key';
import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { prepareAccount } from '../../src/accounts/prepare-account.ts';
import { prepareBet } from '../../src/bets/prepare-bet.ts';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { callerOf, createBetting, keyed } from './betting.ts';
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
  test.each([
    [3n * FEE, 3],
    [3n * FEE - 1n, 2],
    [0n, 0],
  ])('of %i lamports covers transactions: prepare refuses the next', async (budget, covered) => {
    const { world, wallet } = await createReady({ limits: { feesPerWallet: budget } });
    for (let done = 0; done < covered; done += 1) await world.act(wallet, [deposit(LAMPORT)]);
    const before = [await readBooks(world, wallet.address), await countPrepared(world)];
    const attempt = world.act(wallet, [deposit(LAMPORT)]);
    await expect(attempt).rejects.toMatchObject(USED_UP);
    await expect(attempt).rejects.toThrow(/feePayer "wallet", or after 2\d{3}-\d\d-\d\dT00:00:00Z/);
    expect([await readBooks(world, wallet.address), await countPrepared(world)]).toEqual(before);
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
