import { marketIdOf } from '@tote/chain/ids';
import { expect, test } from 'vitest';
import { applyGroup, type IngestedTransaction } from '../../src/indexer/apply-group.ts';
import { findMarketRow, MarketCache } from '../../src/store/projection/market-cache.ts';
import { createHistory, createReader, type History, SOL } from '../support/history.ts';

async function createApply(history: History) {
  const { store } = await createReader(history);
  const apply = (group: readonly IngestedTransaction[]) =>
    store.write((db) =>
      applyGroup(db, group, {
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
  return { store, apply };
}

test('within a slot the sequence of the events gives the order', async () => {
  const history = await createHistory();
  const { store, apply } = await createApply(history);
  const alice = await history.bettor();
  const { market, instruction } = await history.createInstruction();
  const inOrder = [
    await history.send([instruction]),
    await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]),
    await history.resolve(market, 'Yes'),
    await history.settle(market, alice),
  ];
  const arrived = inOrder.reverse().map((landed) => ({ ...landed, slot: 7n }));
  await apply(arrived);
  const row = await findMarketRow(store.db, marketIdOf(market));
  expect(row).toMatchObject({ state: 2n, bets: 1n, open_positions: 0n, sequence: 4n });
});

test('a transaction that comes twice, together or later, is applied once', async () => {
  const history = await createHistory();
  const { store, apply } = await createApply(history);
  const alice = await history.bettor();
  const { market, instruction } = await history.createInstruction();
  const created = await history.send([instruction]);
  const bet = await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const { applied } = await apply([created, bet, bet]);
  expect(applied.map(({ landed }) => landed.signature)).toEqual([created.signature, bet.signature]);
  expect((await apply([bet, created])).applied).toEqual([]);
  const row = await findMarketRow(store.db, marketIdOf(market));
  expect(row).toMatchObject({ bets: 1n, pool_yes: SOL, sequence: 2n });
});
