import { marketIdOf } from '@tote/chain/ids';
import { expect, test } from 'vitest';
import { applyGroup } from '../../src/indexer/apply-group.ts';
import { findMarketRow, MarketCache } from '../../src/store/projection/market-cache.ts';
import { createHistory, createReader, SOL } from '../support/history.ts';

test('within a slot the sequence of the events gives the order', async () => {
  const history = await createHistory();
  const { store } = await createReader(history);
  const alice = await history.bettor();
  const { market, instruction } = await history.createInstruction();
  const inOrder = [
    await history.send([instruction]),
    await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]),
    await history.resolve(market, 'Yes'),
    await history.settle(market, alice),
  ];
  const arrived = inOrder.reverse().map((landed) => ({ ...landed, slot: 7n }));
  await store.write((db) =>
    applyGroup(db, arrived, {
      programAddress: history.chain.programAddress,
      decimals: { SOL: 9, UTILITY: 6 },
      cache: new MarketCache({ isOn: false }),
      ownBettors: new Map(),
      ...{ hasFeed: false, isOrdered: false, nowMs: 0 },
      isHalted: () => false,
      isCounted: () => false,
      findReconciled: () => undefined,
    }),
  );
  const row = await findMarketRow(store.db, marketIdOf(market));
  expect(row).toMatchObject({ state: 2n, bets: 1n, open_positions: 0n, sequence: 4n });
});
