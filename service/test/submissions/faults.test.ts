import { DomainError } from '@tote/domain';
import { expect, test } from 'vitest';
import { createFaults } from '../../../packages/chain/test/faults.ts';
import { bet, callerOf, createBetting, keyed } from './betting.ts';

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
  Object.assign(context.config, { refuseUnlandable: () => undefined });
  const placed = await placeBet(callerOf(wallet.address), bet(id), keyed('away'));
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
