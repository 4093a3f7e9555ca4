import { marketIdOf } from '@tote/chain/ids';
import { DONE } from '@tote/program-client';
import { expect, test } from 'vitest';
import { applyPositionsSettled } from '../../../src/indexer/apply/positions-settled.ts';
import { Batch } from '../../../src/indexer/batch.ts';
import { findMarketRow } from '../../../src/store/projection/market-cache.ts';
import { createHistory, createReader, SOL } from '../../support/history.ts';

test('a position that was paid in an earlier batch is not paid again', async () => {
  const history = await createHistory();
  const { indexer, store } = await createReader(history);
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  const market = await history.market();
  await history.bets(market, [
    { by: alice, outcome: 'Yes', amount: SOL },
    { by: bob, outcome: 'Yes', amount: SOL },
  ]);
  await history.resolve(market, 'Yes');
  const landed = await history.settle(market, alice);
  await indexer.catchUp();
  const row = await findMarketRow(store.db, marketIdOf(market));
  if (!row) throw new Error('there is no market');
  const payOut = (bettor: string) => {
    const batch = new Batch(store.db, { SOL: 9, UTILITY: 6 }, [row]);
    const paid = { settled: 1, openPositions: 0n, positions: [{ verdict: DONE, payout: SOL }] };
    const event = { name: 'PositionsSettled', market, sequence: row.sequence + 1n, ...paid };
    const change = { name: 'PositionsSettled', instruction: 0, event, bettors: [bettor] };
    return applyPositionsSettled({ batch, landed }, change as never);
  };
  await expect(payOut(alice.bettor)).rejects.toThrow('it was paid before');
  await expect(payOut(bob.bettor)).resolves.toBeUndefined();
});
