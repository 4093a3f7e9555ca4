import { DomainError } from '@tote/domain';
import { expect, test } from 'vitest';
import { createFaults, createRandom, type Fault } from '../../../packages/chain/test/faults.ts';
import { SOL } from '../../../packages/chain/test/world.ts';
import { bet, callerOf, createBetting, keyed } from './betting.ts';

const CENT = 10_000_000n;
const SEND: Fault[] = ['request lost', 'reply lost', 'no answer', 'duplicate', 'html'];
const READ: Fault[] = ['request lost', 'stale', 'too many requests', 'garbage', 'server error'];
const isLong = process.env.TOTE_TEST === 'long';

const SEEDS = Array.from({ length: isLong ? 100 : 3 }, (_, index) => index + 1);

test.each(SEEDS)('no bet is lost or doubled by a bad network, seed %i', async (seed) => {
  const random = createRandom(seed);
  const faults = createFaults();
  const { world, placeBet, createMarket, context, indexer } = await createBetting({
    wrap: faults.wrap,
    timeoutMs: 100,
    confirmWaitMs: 1_000,
    groups: { perQueue: 2 },
  });
  const market = await createMarket();
  const bettors = await Promise.all(Array.from({ length: 6 }, () => world.openBettor()));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  faults.choose = ({ method }) => {
    if (random() > 0.4) return undefined;
    return pick(method === 'sendTransaction' ? SEND : READ);
  };
  const wanted = Array.from({ length: 40 }, (_, index) => ({
    wallet: pick(bettors).wallet.address,
    key: `bet ${index}`,
  }));
  const place = ({ wallet, key }: (typeof wanted)[number]) =>
    placeBet(callerOf(wallet), bet(market.id), keyed(key));
  const first = await Promise.allSettled(wanted.map(place));
  for (const result of first) {
    // The reply is that it is placed, that it is pending, or to retry.
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 503 });
    else expect(['confirmed', 'pending']).toContain(result.value.state);
  }
  faults.choose = undefined;
  for (const one of wanted) {
    await expect
      .poll(() => place(one).catch((error) => error))
      .toMatchObject({ state: 'confirmed' });
  }
  for (const { wallet } of bettors) {
    const count = wanted.filter((one) => one.wallet === wallet.address).length;
    const bettor = await world.chain.accounts.findBettor(wallet.address);
    expect(bettor?.available[0]).toBe(10n * SOL - CENT * BigInt(count));
  }
  await indexer.catchUp();
  const view = await context.findMarket(market.id);
  expect(view?.pools).toEqual({ yes: CENT * 40n, no: 0n });
});

test('an unavailable chain is 503, and nothing is stored', async () => {
  const faults = createFaults();
  const { world, placeBet, createMarket, store } = await createBetting({
    wrap: faults.wrap,
    timeoutMs: 100,
  });
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  faults.choose = () => 'request lost';
  const placing = placeBet(callerOf(wallet.address), bet(market.id), keyed('one'));
  await expect(placing).rejects.toMatchObject({ code: 'chain_unavailable', status: 503 });
  expect(await store.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
  faults.choose = undefined;
  const record = await placeBet(callerOf(wallet.address), bet(market.id), keyed('one'));
  expect(record.state).toBe('confirmed');
});

test('a bet that waits for its group when the chain goes away is 503 at once', async () => {
  const faults = createFaults();
  const { world, placeBet, createMarket, context, store } = await createBetting({
    wrap: faults.wrap,
    groups: { overall: 1 },
    confirmWaitMs: 3_600_000,
  });
  const { id } = await createMarket();
  const [alice, bob] = [await world.openBettor(), await world.openBettor()];
  const countStored = () => store.db.selectFrom('submissions').selectAll().execute();
  let isAway = false;
  Object.assign(context.config, {
    refuseUnlandable() {
      if (isAway) throw new DomainError('chain_unavailable');
    },
  });
  faults.choose = ({ method }) => (method === 'sendTransaction' ? 'request lost' : undefined);
  const first = placeBet(callerOf(alice.wallet.address), bet(id));
  await expect.poll(countStored).toHaveLength(1);
  const second = placeBet(callerOf(bob.wallet.address), bet(id));
  isAway = true;
  await expect(second).rejects.toMatchObject({ code: 'chain_unavailable', status: 503 });
  expect(await countStored()).toHaveLength(1);
  // What was signed before may have landed: it is decided by the chain, and by nothing else.
  isAway = false;
  faults.choose = undefined;
  expect(await first).toMatchObject({ state: 'confirmed' });
});

test('a chain that goes away between the checks and the signature: nothing is stored', async () => {
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
  const placing = placeBet(callerOf(wallet.address), bet(id), keyed('away'));
  await expect(placing).rejects.toMatchObject({ code: 'chain_unavailable' });
  expect(checks).toBe(2);
  expect(await store.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
  Object.assign(context.config, { refuseUnlandable: undefined });
  const placed = await placeBet(callerOf(wallet.address), bet(id), keyed('away'));
  expect(placed).toMatchObject({ state: 'confirmed' });
});

test('a transaction that expired is signed again, with the same bet id', async () => {
  const faults = createFaults();
  const { world, placeBet, createMarket, store } = await createBetting({
    wrap: faults.wrap,
    timeoutMs: 100,
    confirmWaitMs: 300,
  });
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  const place = () => placeBet(callerOf(wallet.address), bet(market.id), keyed('one'));
  faults.choose = ({ method }) => (method === 'sendTransaction' ? 'request lost' : undefined);
  const first = await place();
  expect(first.state).toBe('pending');
  const readFirst = () =>
    store.db
      .selectFrom('submissions')
      .select(['state', 'replaced_by'])
      .where('signature', '=', first.transactionId)
      .executeTakeFirst();
  await expect.poll(readFirst).toMatchObject({ state: 'expired' });
  faults.choose = undefined;
  await expect.poll(place).toMatchObject({ state: 'confirmed' });
  const last = await place();
  expect(last.betId).toBe(first.betId);
  expect(last.transactionId).not.toBe(first.transactionId);
  expect(await readFirst()).toMatchObject({ replaced_by: last.transactionId });
  const bettor = await world.chain.accounts.findBettor(wallet.address);
  expect(bettor?.available[0]).toBe(10n * SOL - CENT);
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
  faults.choose = undefined;
  const second = await place();
  expect(second.state).toBe('confirmed');
  expect(second.betId).not.toBe(first.betId);
  expect(await place()).toEqual(second);
});
