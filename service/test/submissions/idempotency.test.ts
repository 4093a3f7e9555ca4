import { describe, expect, onTestFinished, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { openStore } from '../../src/store/open-store.ts';
import { claimKey, isServerError } from '../../src/submissions/idempotency.ts';
import { bet, callerOf, createBetting, keyed } from './betting.ts';

const CENT = 10_000_000n;

describe('one Idempotency-Key', () => {
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
