import { describe, expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { placeSignedBet } from '../../src/bets/place-bet.ts';
import { prepareBet } from '../../src/bets/prepare-bet.ts';
import { callerOf } from '../submissions/betting.ts';
import {
  createPreparedWorld,
  deposit,
  type PreparedWorld,
  readBooks,
  signTransaction,
  text,
  withdraw,
} from '../submissions/prepared-world.ts';

const OPEN_ONE = { type: 'open', slots: 1 } as const;

describe('prepareBet', () => {
  test('refuses before signing what the program would refuse', async () => {
    const world = await createPreparedWorld();
    const { context } = world;
    const wallet = await world.createWallet(SOL);
    const marketId = await world.openMarket();
    const good = { marketId: marketId as string, outcome: 'Yes', amount: text('0.5') };
    const wrong: [Partial<typeof good> & { currency?: 'UTILITY' }, string][] = [
      [{ marketId: 'market_11111111111111111111111111111112' }, 'market_not_found'],
      [{ marketId: 'nonsense' }, 'market_not_found'],
      [{ outcome: 'yes' }, 'outcome_invalid'],
      [{ currency: 'UTILITY' }, 'currency_mismatch'],
      [{ amount: text('0.00009') }, 'stake_below_minimum'],
      [{ amount: text('0') }, 'stake_below_minimum'],
      [{ amount: text('0.0000000001') }, 'amount_too_precise'],
      [{ amount: text('2') }, 'wallet_funds_insufficient'],
      [{ amount: text('0.9999') }, 'wallet_funds_insufficient'],
    ];
    for (const [change, code] of wrong) {
      const attempt = prepareBet(context, wallet.address, { ...good, ...change });
      await expect(attempt, code).rejects.toMatchObject({ code });
    }
    expect(await context.store.db.selectFrom('prepared').selectAll().execute()).toEqual([]);
  });

  test('deposits only what the balance lacks, and needs a free slot for a new position', async () => {
    const world = await createPreparedWorld();
    const wallet = await world.createWallet();
    const [first, second] = [await world.openMarket(), await world.openMarket()];
    await world.act(wallet, [OPEN_ONE, deposit('2')]);
    const some = await world.prepareBet(wallet, first, '3');
    expect(some.summary).toEqual(['Deposits 1 SOL.', 'Stakes 3 SOL on Yes.']);
    const none = await world.prepareBet(wallet, first, '2');
    expect(none.summary).toEqual(['Stakes 2 SOL on Yes.']);
    await place(world, wallet, first, '1');
    const attempt = world.prepareBet(wallet, second, '1');
    await expect(attempt).rejects.toMatchObject({ code: 'no_free_slot' });
    expect(await place(world, wallet, first, '1')).toMatchObject({ state: 'confirmed' });
  });
});

async function place(
  world: PreparedWorld,
  wallet: Awaited<ReturnType<PreparedWorld['createWallet']>>,
  marketId: string,
  amount: string,
) {
  const prepared = await world.prepareBet(wallet, marketId, amount);
  const transaction = signTransaction(prepared.transaction, wallet);
  return placeSignedBet(world.context, null, { marketId, transaction });
}

describe('placeSignedBet', () => {
  test('the same bytes again get the same answer; a deposit for a bet that is refused does not happen', async () => {
    const world = await createPreparedWorld();
    const wallet = await world.createWallet();
    const marketId = await world.openMarket();
    const { transaction: unsigned } = await world.prepareBet(wallet, marketId, '1.5');
    const input = { marketId, transaction: signTransaction(unsigned, wallet) };
    const answers = await Promise.all([
      placeSignedBet(world.context, null, input),
      placeSignedBet(world.context, null, input),
      placeSignedBet(world.context, callerOf(wallet.address), input),
    ]);
    answers.push(await placeSignedBet(world.context, null, input));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const market = await world.context.findMarket(marketId);
    expect(market).toMatchObject({ bets: 1, pools: { yes: 1_500_000_000n, no: 0n } });

    await world.act(wallet, [deposit('2')]);
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
