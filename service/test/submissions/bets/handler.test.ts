import { expect, test } from 'vitest';
import { SOL } from '../../../../packages/chain/test/world.ts';
import type { BetRecord } from '../../../src/use-cases/use-cases.ts';
import { bet, callerOf, createBetting } from '../../commands/betting.ts';

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
