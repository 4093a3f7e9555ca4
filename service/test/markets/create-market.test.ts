import { expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { callerOf, createBetting } from '../submissions/betting.ts';
import { marketInput, text } from '../submissions/prepared-world.ts';

// Two are sent at once, and the balance is enough for one of them.
test.each([
  ['its stake', [{ outcome: 'Yes', amount: text('0.7') }]],
  [
    'its second stake',
    [
      { outcome: 'Yes', amount: text('0.3') },
      { outcome: 'No', amount: text('0.4') },
    ],
  ],
] as const)('a market is not created if the chain refuses %s', async (_, initialStakes) => {
  const betting = await createBetting();
  const { world } = betting;
  const { wallet } = await world.openBettor({ sol: SOL });
  const input = marketInput(world, { initialStakes });
  const create = () => betting.create(callerOf(wallet.address), input);
  const results = await Promise.allSettled([create(), create()]);
  const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(reasons).toMatchObject([{ code: 'funds_insufficient', params: { required: '0.7 SOL' } }]);
  const bettor = await world.chain.accounts.findBettor(wallet.address);
  expect(bettor?.available[0]).toBe(300_000_000n);
  await betting.indexer.catchUp();
  const { db } = betting.store;
  const markets = await db.selectFrom('markets').select(['pool_yes', 'pool_no']).execute();
  expect(markets).toHaveLength(1);
  expect((markets[0]?.pool_yes ?? 0n) + (markets[0]?.pool_no ?? 0n)).toBe(700_000_000n);
  expect(await db.selectFrom('bets').select('bet_id').execute()).toHaveLength(initialStakes.length);
});
