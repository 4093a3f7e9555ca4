import { describe, expect, test } from 'vitest';
import { placeSignedBet } from '../../src/bets/place-bet.ts';
import { createPreparedWorld, readBooks, signTransaction } from '../submissions/prepared-world.ts';

const callerOf = (wallet: { address: string }) => ({
  wallet: wallet.address as never,
  scopes: new Set(['bet'] as const),
});

async function createReadyBet(options: Parameters<typeof createPreparedWorld>[0] = {}) {
  const world = await createPreparedWorld(options);
  const wallet = await world.createWallet();
  const marketId = await world.openMarket();
  const prepared = await world.prepareBet(wallet, marketId, '1.5');
  const transaction = signTransaction(prepared.transaction, wallet);
  return { world, wallet, marketId, prepared, transaction, input: { marketId, transaction } };
}

describe('placeSignedBet', () => {
  test('the same bytes again get the same answer, one after the other and at once', async () => {
    const { world, wallet, marketId, input } = await createReadyBet();
    const answers = await Promise.all([
      placeSignedBet(world.context, null, input),
      placeSignedBet(world.context, null, input),
      placeSignedBet(world.context, callerOf(wallet), input),
    ]);
    answers.push(await placeSignedBet(world.context, null, input));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const market = await world.context.findMarket(marketId);
    expect(market).toMatchObject({ bets: 1, pools: { yes: 1_500_000_000n, no: 0n } });
  });

  test('two equal bets that are prepared at the same time are two bets', async () => {
    const { world, wallet, marketId, input } = await createReadyBet();
    await placeSignedBet(world.context, null, input);
    const prepared = [
      await world.prepareBet(wallet, marketId, '1'),
      await world.prepareBet(wallet, marketId, '1'),
    ];
    for (const { transaction } of prepared) {
      const signed = { marketId, transaction: signTransaction(transaction, wallet) };
      await placeSignedBet(world.context, null, signed);
    }
    const { pools } = (await world.context.findMarket(marketId)) ?? {};
    expect(pools?.yes).toBe(3_500_000_000n);
  });

  test('strict: when the bet is refused the deposit does not happen either', async () => {
    const { world, wallet, marketId } = await createReadyBet();
    await world.act(wallet, [
      { type: 'open' },
      { type: 'deposit', currency: 'SOL', amount: { text: '2', isJsonNumber: false } },
    ]);
    const prepared = await world.prepareBet(wallet, marketId, '3');
    // Meanwhile the balance that the bet needs is spent.
    await world.act(wallet, [
      { type: 'withdraw', currency: 'SOL', amount: { text: '2', isJsonNumber: false } },
    ]);
    const before = await readBooks(world, wallet.address);
    const transaction = signTransaction(prepared.transaction, wallet);
    const attempt = placeSignedBet(world.context, null, { marketId, transaction });
    const refusal = { code: 'funds_insufficient', status: 402 };
    await expect(attempt).rejects.toMatchObject(refusal);
    const after = await readBooks(world, wallet.address);
    expect({ ...after, submissions: 0 }).toEqual({ ...before, submissions: 0 });
    // The same bytes again: the same answer.
    const again = placeSignedBet(world.context, null, { marketId, transaction });
    await expect(again).rejects.toMatchObject(refusal);
  });

  test('an Idempotency-Key of another request is refused before anything is sent', async () => {
    const { world, wallet, marketId, input } = await createReadyBet();
    const once = { key: 'same', requestHash: 'first' };
    const first = await placeSignedBet(world.context, null, input, once);
    expect(await placeSignedBet(world.context, null, input, once)).toEqual(first);
    const prepared = await world.prepareBet(wallet, marketId, '1');
    const before = await readBooks(world, wallet.address);
    const transaction = signTransaction(prepared.transaction, wallet);
    const reused = { key: 'same', requestHash: 'second' };
    const attempt = placeSignedBet(world.context, null, { marketId, transaction }, reused);
    await expect(attempt).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await readBooks(world, wallet.address)).toEqual(before);
  });
});
