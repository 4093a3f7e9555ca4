// A transaction that seemed to have expired, although it landed: the node did not show it. What is
// signed again has no second effect, and the answer is that of the first.
import type { Landing, SignedTransaction } from '@tote/chain/landing';
import { expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { bet, callerOf, createBetting, keyed, startBetting } from './betting.ts';
import { marketInput } from './prepared-world.ts';

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
