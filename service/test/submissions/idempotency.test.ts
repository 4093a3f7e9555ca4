import { describe, expect, onTestFinished, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { openStore } from '../../src/store/open-store.ts';
import { claimKey, isServerError } from '../../src/submissions/idempotency.ts';
import { bet, callerOf, createBetting, keyed, startBetting } from './betting.ts';

const CENT = 10_000_000n;

describe('one Idempotency-Key', () => {
  test('50 times at once is one bet and one answer', async () => {
    const { world, placeBet, createMarket, store } = await createBetting();
    const { wallet } = await world.openBettor();
    const market = await createMarket();
    const records = await Promise.all(
      Array.from({ length: 50 }, () =>
        placeBet(callerOf(wallet.address), bet(market.id), keyed('one')),
      ),
    );
    for (const record of records) expect(record).toEqual(records[0]);
    const bettor = await world.chain.accounts.findBettor(wallet.address);
    expect(bettor?.available[0]).toBe(10n * SOL - CENT);
    expect(await store.db.selectFrom('bets').selectAll().execute()).toHaveLength(1);
  });

  test('at once on two replicas is one bet', async () => {
    const { world, placeBet, createMarket, store } = await createBetting();
    const { wallet } = await world.openBettor();
    const market = await createMarket();
    const other = await startBetting(world, store);
    const records = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? placeBet : other.placeBet)(
          callerOf(wallet.address),
          bet(market.id),
          keyed('one'),
        ),
      ),
    );
    for (const record of records) expect(record).toEqual(records[0]);
    const bettor = await world.chain.accounts.findBettor(wallet.address);
    expect(bettor?.available[0]).toBe(10n * SOL - CENT);
  });

  test('with another body is 409, with another wallet another bet', async () => {
    const { world, placeBet, createMarket } = await createBetting();
    const [alice, bob] = await Promise.all([world.openBettor(), world.openBettor()]);
    const market = await createMarket();
    const place = (wallet: { address: string }, body?: string) =>
      placeBet(callerOf(wallet.address as never), bet(market.id), keyed('one', body));
    const first = await place(alice.wallet);
    await expect(place(alice.wallet, 'other')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      status: 409,
    });
    const second = await place(bob.wallet);
    expect(second.betId).not.toBe(first.betId);
  });

  test('gets the stored answer when the market has closed since', async () => {
    const { world, placeBet, createMarket } = await createBetting();
    const { wallet } = await world.openBettor();
    const market = await createMarket({ seconds: 100 });
    const place = () => placeBet(callerOf(wallet.address), bet(market.id), keyed('one'));
    const first = await place();
    await world.localnet.sandbox.advanceClock(200);
    await world.chain.clock.refresh();
    expect(await place()).toEqual(first);
  });

  test('gets the same refusal of the chain again, without effect', async () => {
    const { world, placeBet, createMarket } = await createBetting();
    const { wallet } = await world.openBettor({ sol: SOL });
    const market = await createMarket();
    const place = (key: string) =>
      placeBet(callerOf(wallet.address), bet(market.id, '0.7'), keyed(key));
    await placeBet(callerOf(wallet.address), bet(market.id));
    // Both pass the check of the cached balance; the chain refuses one.
    const results = await Promise.allSettled([place('a'), place('b')]);
    const refused = results.findIndex(({ status }) => status === 'rejected');
    const key = refused === 0 ? 'a' : 'b';
    const { reason } = results[refused] as PromiseRejectedResult;
    expect(reason.code).toBe('funds_insufficient');
    const again = await place(key).catch((error) => error);
    expect([again.code, again.params]).toEqual([reason.code, reason.params]);
    const bettor = await world.chain.accounts.findBettor(wallet.address);
    expect(bettor?.available[0]).toBe(SOL - CENT - 70n * CENT);
  });

  test('a refusal before signing is not stored', async () => {
    const { world, placeBet, createMarket, store } = await createBetting();
    const { wallet } = await world.openBettor({ sol: 0n });
    const market = await createMarket();
    const place = () => placeBet(callerOf(wallet.address), bet(market.id), keyed('one'));
    await expect(place()).rejects.toMatchObject({ code: 'funds_insufficient' });
    expect(await store.db.selectFrom('requests').selectAll().execute()).toEqual([]);
  });
});

test('a server error may be retried under its key, a refusal may not', () => {
  const isRetried = (code: string) => isServerError({ code, params: {} });
  expect(['internal_error', 'chain_unavailable', 'of a later version'].map(isRetried)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['funds_insufficient', 'rate_limited', 'market_closed'].map(isRetried)).toEqual([
    false,
    false,
    false,
  ]);
});

test('a key that another request took a moment ago is refused for another body', async () => {
  const store = await openStore();
  onTestFinished(() => store.close());
  const claim = (reference: string, body: string) =>
    store.write((db) =>
      claimKey(db, { wallet: 'w', request: keyed('one', body), reference, wallMs: 1_000 }),
    );
  expect(await claim('first', 'body')).toBe('first');
  expect(await claim('second', 'body')).toBe('first');
  await expect(claim('third', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await store.db.selectFrom('requests').select('reference').execute()).toEqual([
    { reference: 'first' },
  ]);
});
