// What goes wrong between the checks of a request and its confirmation.

import { address } from '@solana/kit';
import type { Landing, SignedTransaction } from '@tote/chain/landing';
import { DomainError } from '@tote/domain';
import { expect, test } from 'vitest';
import { createFaults } from '../../../packages/chain/test/faults.ts';
import { SOL } from '../../../packages/chain/test/world.ts';
import { bet, callerOf, createBetting, keyed, startBetting } from './betting.ts';
import { marketInput } from './prepared-world.ts';

test('a bet that waits for its group when the chain becomes unreachable is 503 at once', async () => {
  const faults = createFaults();
  const { world, placeBet, createMarket, context, store } = await createBetting({
    wrap: faults.wrap,
    groups: { overall: 1 },
    confirmWaitMs: 3_600_000,
  });
  const { id } = await createMarket();
  const [alice, bob] = [await world.openBettor(), await world.openBettor()];
  const countStored = () => store.db.selectFrom('submissions').selectAll().execute();
  let isUnreachable = false;
  Object.assign(context.config, {
    refuseUnlandable() {
      if (isUnreachable) throw new DomainError('chain_unavailable');
    },
  });
  faults.choose = ({ method }) => (method === 'sendTransaction' ? 'request lost' : undefined);
  const first = placeBet(callerOf(alice.wallet.address), bet(id));
  await expect.poll(countStored).toHaveLength(1);
  const second = placeBet(callerOf(bob.wallet.address), bet(id));
  isUnreachable = true;
  await expect(second).rejects.toMatchObject({ code: 'chain_unavailable', status: 503 });
  expect(await countStored()).toHaveLength(1);
  // What was signed before may have landed: it is decided by the chain, and by nothing else.
  isUnreachable = false;
  faults.choose = undefined;
  expect(await first).toMatchObject({ state: 'confirmed' });
});

test('a chain that becomes unreachable between the checks and the signature: nothing is stored', async () => {
  const { world, placeBet, createMarket, context, store } = await createBetting();
  const { id } = await createMarket();
  const { wallet } = await world.openBettor();
  let checks = 0;
  Object.assign(context.config, {
    refuseUnlandable() {
      checks += 1;
      if (checks > 1) throw new DomainError('chain_unavailable');
    },
  });
  const placing = placeBet(callerOf(wallet.address), bet(id), keyed('one'));
  await expect(placing).rejects.toMatchObject({ code: 'chain_unavailable' });
  expect(checks).toBe(2);
  expect(await store.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
  Object.assign(context.config, { refuseUnlandable: () => undefined });
  const placed = await placeBet(callerOf(wallet.address), bet(id), keyed('one'));
  expect(placed).toMatchObject({ state: 'confirmed' });
});

test('a transaction that keeps expiring is a server error, and may be retried', async () => {
  const faults = createFaults();
  const { world, placeBet, createMarket, store } = await createBetting({
    wrap: faults.wrap,
    timeoutMs: 100,
    confirmWaitMs: 300,
    slotMs: 10,
  });
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  const place = () => placeBet(callerOf(wallet.address), bet(market.id), keyed('one'));
  faults.choose = ({ method }) => (method === 'sendTransaction' ? 'request lost' : undefined);
  const first = await place();
  const state = async () => {
    const row = await store.db.selectFrom('submitted_bets').selectAll().executeTakeFirst();
    return [row?.state, row?.error && JSON.parse(row.error).code];
  };
  await expect.poll(state).toEqual(['failed', 'chain_unavailable']);
  const signed = await store.db.selectFrom('submissions').select('signature').execute();
  expect(signed).toHaveLength(3);
  faults.choose = undefined;
  // A slow machine may answer "pending" first.
  await expect.poll(async () => (await place()).state).toBe('confirmed');
  const second = await place();
  expect(second.betId).not.toBe(first.betId);
  expect(await place()).toEqual(second);
});

// A relayer that cannot pay, in the seconds before the watch notices: an answer that says so.

const SYSTEM = address('11111111111111111111111111111111');
const OUT_OF_FUNDS = { code: 'relayer_out_of_funds', status: 503 };

test('a bet whose fee, and a market whose rent is more than the relayer has', async () => {
  const { world, placeBet, createMarket, create } = await createBetting();
  const { localnet, relayer } = world;
  const setFunds = (lamports: bigint) =>
    localnet.sandbox.setAccount(relayer.address, {
      ...{ lamports, owner: SYSTEM, data: new Uint8Array() },
    });
  const { id } = await createMarket();
  const { wallet } = await world.openBettor();
  for (const lamports of [0n, 3_000n]) {
    const before = await world.chain.accounts.findBettor(wallet.address);
    const place = () => placeBet(callerOf(wallet.address), bet(id), keyed(`with ${lamports}`));
    await setFunds(lamports);
    await expect(place()).rejects.toMatchObject(OUT_OF_FUNDS);
    expect(await world.chain.accounts.findBettor(wallet.address)).toEqual(before);
    await setFunds(10_000_000_000n);
    // A failure of the service may be tried again with the same key.
    expect(await place()).toMatchObject({ state: 'confirmed' });
  }
  const market = marketInput(world);
  await setFunds(2_000_000n);
  const creating = create(callerOf(wallet.address), market);
  await expect(creating).rejects.toMatchObject(OUT_OF_FUNDS);
  await expect(creating).rejects.toBeInstanceOf(DomainError);
  await setFunds(10_000_000_000n);
  const created = await create(callerOf(wallet.address), market);
  expect(created.market).toMatchObject({ question: market.question });
});

// A transaction that seemed to have expired, although it landed: the node did not show it. What is
// signed again has no second effect, and the answer is that of the first.

/** A service whose node executes the first transaction and says that it has expired. */
async function createDeceived() {
  const honest = await createBetting();
  const { world, store } = honest;
  const { wallet } = await world.openBettor();
  const market = await honest.createMarket();
  const sent: SignedTransaction[] = [];
  const { lander } = world.chain;
  const land = async (...args: Parameters<typeof lander.land>): Promise<Landing> => {
    sent.push(args[0]);
    const landing = await lander.land(...args);
    const { slot } = landing.kind === 'landed' ? landing.landed : { slot: 0n };
    await expect.poll(() => world.chain.clock.slot()).toBeGreaterThan(slot);
    return sent.length === 1 ? { kind: 'expired' } : landing;
  };
  // A new one each time: what expired had another.
  const latest = async () =>
    (await world.chain.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()).value;
  const chain = { ...world.chain, lander: { land }, blockhashes: { latest } };
  const deceived = await startBetting({ ...world, chain }, store);
  deceived.indexer.start();
  return { ...deceived, world, wallet, market, sent };
}

test('a bet is placed once, and the answer names the transaction that placed it', async () => {
  const { placeBet, context, world, wallet, market, sent } = await createDeceived();
  const caller = callerOf(wallet.address);
  const before = await world.chain.accounts.findBettor(wallet.address);
  const placed = await placeBet(caller, bet(market.id, '1'), keyed('a'));
  expect(sent).toHaveLength(2);
  expect(placed).toMatchObject({ state: 'confirmed', transactionId: sent[0]?.signature });
  expect(placed.pools).toEqual({ yes: SOL, no: 0n });
  expect(await context.findBet(placed.betId)).toEqual(placed);
  expect(await placeBet(caller, bet(market.id, '1'), keyed('a'))).toEqual(placed);
  const after = await world.chain.accounts.findBettor(wallet.address);
  expect((before?.available[0] ?? 0n) - (after?.available[0] ?? 0n)).toBe(SOL);
});

test('a market is created once, and the answer names the transaction that created it', async () => {
  const { create, context, world, wallet, sent } = await createDeceived();
  const input = marketInput(world);
  const created = await create(callerOf(wallet.address), input, keyed('a'));
  expect(sent).toHaveLength(2);
  expect(created).toMatchObject({ state: 'confirmed', transactionId: sent[0]?.signature });
  expect(await context.findMarket(created.market.id)).toBeDefined();
  const again = await create(callerOf(wallet.address), input, keyed('a'));
  expect([again.state, again.market.id]).toEqual(['confirmed', created.market.id]);
  expect(again.transactionId).toBe(sent[0]?.signature);
});
