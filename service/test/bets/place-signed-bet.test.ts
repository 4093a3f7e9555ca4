import { describe, expect, test } from 'vitest';
import { placeSignedBet } from '../../src/bets/place-bet.ts';
import { callerOf } from '../submissions/betting.ts';
import {
  createPreparedWorld,
  deposit,
  OPEN,
  readBooks,
  signTransaction,
  withdraw,
} from '../submissions/prepared-world.ts';

async function createReadyBet() {
  const world = await createPreparedWorld();
  const wallet = await world.createWallet();
  const marketId = await world.openMarket();
  const prepared = await world.prepareBet(wallet, marketId, '1.5');
  const transaction = signTransaction(prepared.transaction, wallet);
  return { world, wallet, marketId, input: { marketId, transaction } };
}

describe('placeSignedBet', () => {
  test('the same bytes again get the same answer, one after the other and at once', async () => {
    const { world, wallet, marketId, input } = await createReadyBet();
    const answers = await Promise.all([
      placeSignedBet(world.context, null, input),
      placeSignedBet(world.context, null, input),
      placeSignedBet(world.context, callerOf(wallet.address), input),
    ]);
    answers.push(await placeSignedBet(world.context, null, input));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const market = await world.context.findMarket(marketId);
    expect(market).toMatchObject({ bets: 1, pools: { yes: 1_500_000_000n, no: 0n } });
  });

  test('strict: when the bet is refused the deposit does not happen either', async () => {
    const { world, wallet, marketId } = await createReadyBet();
    await world.act(wallet, [OPEN, deposit('2')]);
    const prepared = await world.prepareBet(wallet, marketId, '3');
    // Meanwhile the balance that the bet needs is spent.
    await world.act(wallet, [withdraw('2')]);
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
});
