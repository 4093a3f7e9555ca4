import { expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { placeSignedBet } from '../../src/bets/place-bet.ts';
import type { CreateMarketInput } from '../../src/markets/context.ts';
import { createSignedMarket } from '../../src/markets/create-market.ts';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { callerOf, createBetting, holdNext, keyed } from '../submissions/betting.ts';
import {
  createPreparedWorld,
  marketInput,
  readBooks,
  signTransaction,
  text,
} from '../submissions/prepared-world.ts';

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

const TOKEN = 'So11111111111111111111111111111111111111112';

async function createReady(
  options: Parameters<typeof createPreparedWorld>[0] = {},
  change: Partial<CreateMarketInput> = {},
) {
  const world = await createPreparedWorld(options);
  const { context } = world;
  const wallet = await world.createWallet();
  const prepared = await prepareMarket(context, wallet.address, marketInput(world, change));
  const signed = signTransaction(prepared.transaction, wallet);
  return { world, context, wallet, prepared, signed };
}

test('the same bytes of a market that its creator signed get the same answer, at once and after more bets', async () => {
  const { world, context, wallet, prepared, signed } = await createReady();
  const caller = callerOf(wallet.address);
  const answers = await Promise.all([
    createSignedMarket(context, null, signed),
    createSignedMarket(context, caller, signed, keyed('one')),
  ]);
  const bet = await world.prepareBet(wallet, prepared.marketId, '1');

  const transaction = signTransaction(bet.transaction, wallet);
  await placeSignedBet(context, null, { marketId: prepared.marketId, transaction });
  answers.push(await createSignedMarket(context, caller, signed, keyed('one')));
  for (const { market, ...answer } of answers) {
    const { market: first, ...rest } = answers[0] as (typeof answers)[0];
    expect(answer).toEqual(rest);
    expect({ ...market, sequence: 0n }).toEqual({ ...first, sequence: 0n });
  }
  const rows = await context.store.db.selectFrom('markets').select('id').execute();
  expect(rows).toHaveLength(1);

  // What creates no market is refused, and so is another caller.
  const another = await world.prepareBet(wallet, prepared.marketId, '1');
  const before = await readBooks(world, wallet.address);
  const noMarket = createSignedMarket(context, null, signTransaction(another.transaction, wallet));
  await expect(noMarket).rejects.toMatchObject({ code: 'transaction_mismatch', status: 400 });
  const other = callerOf((await world.createWallet(0n)).address);
  const foreign = createSignedMarket(context, other, signed);
  await expect(foreign).rejects.toMatchObject({ code: 'wallet_mismatch', status: 403 });
  expect(await readBooks(world, wallet.address)).toEqual(before);
});

test('a market that its creator signed and that is not confirmed in time is pending, and the same market later', async () => {
  const { world, context, prepared, signed } = await createReady(
    { confirmWaitMs: 100 },
    { tokenAddress: TOKEN },
  );
  const release = holdNext(world.chain);
  const pending = await createSignedMarket(context, null, signed);
  expect(pending).toMatchObject({ state: 'pending', warnings: prepared.warnings });
  release();
  const patient = { ...context, confirmWaitMs: 60_000 };
  const confirmed = await createSignedMarket(patient, null, signed);
  expect(confirmed).toMatchObject({ state: 'confirmed', transactionId: pending.transactionId });
  const { createdAt, sequence, ...market } = pending.market;
  expect(confirmed.market).toMatchObject(market);
  expect(market.tokenAddress).toBe(TOKEN);
});
