// Which markets the relayer pays the rent of.
import { type Address, getTransactionDecoder } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import { unixSeconds } from '@tote/domain';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
import { describe, expect, test, vi } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { until } from '../../../tools/test-setup/until.ts';
import type { CreateMarketInput } from '../../src/markets/create-market-input.ts';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { type Betting, callerOf, createBetting, keyed } from './betting.ts';
import { createPreparedWorld, readBooks, signTransaction, text } from './prepared-world.ts';

const REACHED = { code: 'rent_limit_reached', status: 402 };
const MARKET_BYTES = 376n;
const DAY = 86_400;

type Clocked = Pick<Betting['world'], 'chain'>;

const inputOf = (
  { chain }: Clocked,
  change: Partial<CreateMarketInput> = {},
): CreateMarketInput => ({
  ...{ question: 'Will it rain tomorrow?', tokenAddress: null, currency: 'SOL' },
  expiresAt: unixSeconds(chain.clock.now() + 3_600),
  ...change,
});

async function readState({ world, store }: Pick<Betting, 'world' | 'store'>) {
  const { value: relayer } = await world.chain.rpc.getBalance(world.relayer.address).send();
  const rowsOf = async (table: 'submissions' | 'requests' | 'paid_rents' | 'market_warnings') =>
    (await store.db.selectFrom(table).selectAll().execute()).length;
  const tables = ['submissions', 'requests', 'paid_rents', 'market_warnings'] as const;
  return { relayer, rows: await Promise.all(tables.map(rowsOf)) };
}

const holdByRelayer = ({ world }: Pick<Betting, 'world'>, lamports: bigint) =>
  world.localnet.sandbox.setAccount(world.relayer.address, {
    ...{ lamports, owner: SYSTEM_PROGRAM_ADDRESS, data: new Uint8Array(), executable: false },
  });

describe('createMarket', () => {
  test('stops at the number of open markets of a creator, and changes nothing', async () => {
    const betting = await createBetting({ limits: { marketsPerCreator: 2 } });
    const { world, create } = betting;
    const [alice, bob] = await Promise.all([world.openBettor(), world.openBettor()]);
    const caller = callerOf(alice.wallet.address);
    const input = inputOf(world);
    const first = await create(caller, input, keyed('first'));
    await create(caller, input);
    const before = await readState(betting);
    const attempt = create(caller, input, keyed('third'));
    await expect(attempt).rejects.toMatchObject(REACHED);
    await expect(attempt).rejects.toThrow(/2 open markets.*POST \/v1\/markets\/prepare/);
    expect(await readState(betting)).toEqual(before);
    // A repeated request gets its answer, and others are not limited by this creator.
    expect(await create(caller, input, keyed('first'))).toEqual(first);
    expect((await create(callerOf(bob.wallet.address), input)).state).toBe('confirmed');
  });

  test('pays for all creators together a part of its balance per day', async () => {
    const betting = await createBetting({ limits: { rentPercentPerDay: 10 } });
    const { world, context } = betting;
    const [alice, bob, carol] = await Promise.all([1, 2, 3].map(() => world.openBettor()));
    const createAs = (who: typeof alice) =>
      betting.create(callerOf(who?.wallet.address as Address), inputOf(world));
    const rent = await world.chain.rpc.getMinimumBalanceForRentExemption(MARKET_BYTES).send();
    // For two of them, and their fees.
    await holdByRelayer(betting, 20n * rent + 100_000n);
    const { market } = await createAs(alice);
    await createAs(bob);
    const before = await readState(betting);
    await expect(createAs(carol)).rejects.toMatchObject(REACHED);
    await expect(createAs(carol)).rejects.toThrow(/today.*POST \/v1\/markets\/prepare/);
    expect(await readState(betting)).toEqual(before);
    // What is counted is what it cost.
    const account = await world.chain.rpc.getBalance(market.address).send();
    expect(account.value).toBe(rent);
    // It is a part of what the relayer holds, and more if it gets more.
    await holdByRelayer(betting, 30n * rent);
    expect(await context.findMarket((await createAs(carol)).market.id)).toBeDefined();
  });

  test('pays only for creators with an account, if it is so set', async () => {
    const betting = await createBetting({ limits: { rentFor: 'accounts' } });
    const { world, create } = betting;
    const stranger = await createKey();
    const before = await readState(betting);
    const attempt = create(callerOf(stranger.address), inputOf(world));
    await expect(attempt).rejects.toMatchObject(REACHED);
    await expect(attempt).rejects.toThrow(/account here.*POST \/v1\/markets\/prepare/);
    expect(await readState(betting)).toEqual(before);
    const { wallet } = await world.openBettor();
    expect((await create(callerOf(wallet.address), inputOf(world))).state).toBe('confirmed');
  });

  test('pays for markets up to a number of days', async () => {
    const betting = await createBetting({ limits: { rentDaysMax: 30 } });
    const { world, create } = betting;
    const { wallet } = await world.openBettor();
    const createFor = (seconds: number) =>
      create(callerOf(wallet.address), {
        ...inputOf(world),
        expiresAt: unixSeconds(world.chain.clock.now() + seconds),
      });
    const before = await readState(betting);
    // The clock of the chain goes on meanwhile.
    const attempt = createFor(30 * DAY + 3_600);
    await expect(attempt).rejects.toMatchObject(REACHED);
    await expect(attempt).rejects.toThrow(/at most 30 days/);
    expect(await readState(betting)).toEqual(before);
    expect((await createFor(30 * DAY)).state).toBe('confirmed');
  });

  test('counts the clauses of a fact too', async () => {
    const betting = await createBetting();
    const { world, create, store } = betting;
    const { wallet } = await world.openBettor();
    const question = 'Will SOL be above $100000 at expiry?';
    const condition = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '100000' };
    const input = inputOf(world, { question, condition });
    const { market } = await create(callerOf(wallet.address), input);
    const { value } = await world.chain.rpc.getBalance(market.address).send();
    const rents = await store.db.selectFrom('paid_rents').select('lamports').execute();
    expect(rents).toEqual([{ lamports: value }]);
  });

  test('stops also if all are created together', async () => {
    const betting = await createBetting({ limits: { marketsPerCreator: 3 } });
    const { world, create, store } = betting;
    const { wallet } = await world.openBettor();
    const creating = Array.from({ length: 8 }, () =>
      create(callerOf(wallet.address), inputOf(world)),
    );
    const results = await Promise.allSettled(creating);
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toHaveLength(5);
    for (const reason of reasons) expect(reason).toMatchObject(REACHED);
    await betting.indexer.catchUp();
    expect(await store.db.selectFrom('markets').select('id').execute()).toHaveLength(3);
  });

  test('does not count a market that the chain refused', async () => {
    const betting = await createBetting({ limits: { marketsPerCreator: 2 } });
    const { world, create, store } = betting;
    const { wallet } = await world.openBettor({ sol: SOL });
    const initialStake = { outcome: 'Yes' as const, amount: text('0.7') };
    const input = inputOf(world, { initialStake });
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
    expect((await create(caller, inputOf(world))).state).toBe('confirmed');
    await expect(create(caller, inputOf(world))).rejects.toMatchObject(REACHED);
  });

  test('counts a market that is not confirmed yet', async () => {
    const betting = await createBetting({ limits: { marketsPerCreator: 1 }, confirmWaitMs: 100 });
    const { world, create } = betting;
    const { wallet } = await world.openBettor();
    const caller = callerOf(wallet.address);
    const { lander } = world.chain;
    const land = lander.land.bind(lander);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.spyOn(lander, 'land').mockImplementationOnce(async (...args) => {
      await held;
      return land(...args);
    });
    expect((await create(caller, inputOf(world))).state).toBe('pending');
    await expect(create(caller, inputOf(world))).rejects.toMatchObject(REACHED);
    release();
    await expect.poll(async () => (await readState(betting)).rows[0]).toBe(1);
  });
});

describe('prepareMarket', () => {
  test('where we pay rent it has the same limit, and a wallet that pays has none', async () => {
    const world = await createPreparedWorld({ limits: { marketsPerCreator: 1 } });
    const { context } = world;
    const wallet = await world.createWallet();
    const prepare = (feePayer?: 'wallet') =>
      prepareMarket(context, wallet.address, inputOf(world), { feePayer });
    const submit = ({ transaction }: { transaction: string }) =>
      submitTransaction(context, null, signTransaction(transaction, wallet));
    const [first, second] = [await prepare(), await prepare()];
    await submit(first);
    const before = await readBooks(world, wallet.address);
    await expect(submit(second)).rejects.toMatchObject(REACHED);
    await expect(prepare()).rejects.toMatchObject(REACHED);
    expect(await readBooks(world, wallet.address)).toEqual(before);
    for (let more = 0; more < 2; more += 1) {
      expect(await submit(await prepare('wallet'))).toMatchObject({ state: 'confirmed' });
    }
    expect((await readBooks(world, wallet.address)).relayer).toBe(before.relayer);
  });

  test('elsewhere the wallet pays the rent and is named to get it back', async () => {
    const world = await createPreparedWorld({
      isCluster: true,
      limits: { marketsPerCreator: 0, rentPercentPerDay: 0 },
    });
    const { context, chain } = world;
    const wallet = await world.createWallet();
    const prepared = await prepareMarket(context, wallet.address, inputOf(world));
    const rent = await chain.rpc.getMinimumBalanceForRentExemption(MARKET_BYTES).send();
    expect(prepared.summary[1]).toMatch(/^Pays 0\.00\d+ SOL of rent, which comes back/);
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
    const attempt = prepareMarket(context, poor.address, inputOf(world));
    await expect(attempt).rejects.toMatchObject({ code: 'wallet_funds_insufficient' });
    const exact = await world.createWallet(rent);
    expect(await prepareMarket(context, exact.address, inputOf(world))).toBeDefined();
  });
});
