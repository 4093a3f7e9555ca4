import { marketIdOf } from '@tote/chain/ids';
import { expect, test } from 'vitest';
import { applyBetsPlaced } from '../../../src/indexer/apply/bets-placed.ts';
import { Batch } from '../../../src/indexer/batch.ts';
import { Contradiction } from '../../../src/indexer/problems.ts';
import { findMarketRow } from '../../../src/store/projection/market-cache.ts';
import { createHistory, createReader, SOL } from '../../support/history.ts';

test('a bet after the resolution is a contradiction, a late one of before is not', async () => {
  const history = await createHistory();
  const { indexer, store } = await createReader(history);
  const alice = await history.bettor();
  const market = await history.market();
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const landed = await history.resolve(market, 'Yes');
  await indexer.catchUp();
  const row = await findMarketRow(store.db, marketIdOf(market));
  if (!row) throw new Error('there is no market');
  const apply = (sequence: bigint, state = row.state) => {
    const batch = new Batch(store.db, { SOL: 9, UTILITY: 6 }, [{ ...row, state }]);
    const event = { name: 'BetsPlaced', market, sequence, accepted: 0, bets: [] } as const;
    const change = { name: 'BetsPlaced', instruction: 0, event, bets: [] } as const;
    applyBetsPlaced({ batch, landed }, change as never);
  };
  expect(() => apply(row.sequence + 1n)).toThrow(Contradiction);
  expect(() => apply(row.sequence + 1n)).toThrow('a bet after the resolution');
  expect(() => apply(row.sequence - 1n)).not.toThrow();
  expect(() => apply(row.sequence + 1n, 1n)).not.toThrow();
});
