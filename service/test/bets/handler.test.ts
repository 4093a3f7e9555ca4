import { expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { decideFailed } from '../../src/bets/decide.ts';
import { newBetRow } from '../../src/store/journal/submitted-bets.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import type { BetRecord } from '../../src/use-cases/use-cases.ts';
import { bet, callerOf, createBetting } from '../submissions/betting.ts';

test('a group that landed has no error of its own, whichever of its bets was refused', async () => {
  const { world, store, context, createMarket, placeBet } = await createBetting();
  const poor = (await world.openBettor({ sol: 0n })).wallet.address;
  const rich = (await world.openBettor({ sol: SOL })).wallet.address;
  const market = await createMarket();
  for (const wallet of [poor, rich]) await context.bettors.read(wallet);
  // It passes the check of what is cached, which is wrong.
  const known = context.bettors.find(poor);
  if (known) known.available[0] = SOL;
  const [refused, placed] = await Promise.allSettled(
    [poor, rich].map((wallet) => placeBet(callerOf(wallet), bet(market.id))),
  );
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'funds_insufficient' } });
  expect(placed).toMatchObject({ status: 'fulfilled', value: { state: 'confirmed' } });
  const landed = store.db.selectFrom('transactions').select('error');
  const { transactionId } = (placed as PromiseFulfilledResult<BetRecord>).value;
  expect(await landed.where('signature', '=', transactionId).execute()).toEqual([{ error: null }]);
  // The projection has it now.
  expect(await store.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
});

test('of a transaction that failed because the market is gone, every bet says so', async () => {
  const { world, context, createMarket } = await createBetting();
  const { wallet, bettor } = await world.openBettor({ sol: SOL });
  const { id } = await createMarket();
  const row = newBetRow(
    {
      ...{ wallet: wallet.address, bettor, epoch: 0n, id_number: 1n, market_id: id },
      ...{ outcome: 0n, amount: SOL, signature: 'any', idempotency_key: null },
    },
    1n,
  );
  const market = (await context.findMarket(id)) as MarketView;
  const decide = async (customError: number) => {
    const bets = [{ row, market, slot: 0, slotCount: 8 }];
    const [decided] = await decideFailed(context, bets, { text: '', customError }, 1n);
    return [decided?.row.state, JSON.parse(decided?.row.error ?? '{}').code];
  };
  // Its account belongs to the system program, or is one of another type.
  expect(await decide(6)).toEqual(['failed', 'market_resolved']);
  expect(await decide(7)).toEqual(['failed', 'market_resolved']);
  expect(await decide(50)).toEqual(['failed', 'market_resolved']);
  expect(await decide(2)).toEqual(['failed', 'internal_error']);
});
