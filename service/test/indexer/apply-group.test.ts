import { marketIdOf } from '@tote/chain/ids';
import { DONE } from '@tote/program-client';
import { expect, test } from 'vitest';
import { applyBetsPlaced } from '../../src/indexer/apply/bets-placed.ts';
import { applyPositionsSettled } from '../../src/indexer/apply/positions-settled.ts';
import { applyGroup, type IngestedTransaction } from '../../src/indexer/apply-group.ts';
import { Batch } from '../../src/indexer/batch.ts';
import { Contradiction } from '../../src/indexer/problems.ts';
import { findMarketRow, MarketCache } from '../../src/store/projection/market-cache.ts';
import { createHistory, createReader, createScene, type History, SOL } from '../support/history.ts';

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

test('what comes twice is applied once, and within a slot the sequence of the events gives the order', async () => {
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

  const ending = [await history.resolve(market, 'Yes'), await history.settle(market, alice)];
  const other = await createApply(history);
  const inOneSlot = [created, bet, ...ending].map((landed) => ({ ...landed, slot: 7n }));
  await other.apply(inOneSlot.reverse());
  const ended = await findMarketRow(other.store.db, marketIdOf(market));
  expect(ended).toMatchObject({ state: 2n, bets: 1n, open_positions: 0n, sequence: 4n });
});

test('a bet after the resolution is a contradiction, a late one of before is not', async () => {
  const { history, reader, alice, market } = await createScene();
  const { indexer, store } = reader;
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

test('a vetoed market has no fees, though its outcome had', async () => {
  const history = await createHistory();
  const { indexer, store } = await createReader(history);
  const alice = await history.bettor();
  await history.update({ vetoSeconds: 60 });
  const market = await history.market();
  await history.bets(market, [
    { by: alice, outcome: 'Yes', amount: SOL },
    { by: alice, outcome: 'No', amount: SOL },
  ]);
  const read = async () => {
    await indexer.catchUp();
    return findMarketRow(store.db, marketIdOf(market));
  };
  await history.resolve(market, 'Yes');
  const fee = SOL / 20n;
  expect(await read()).toMatchObject({ state: 2n, burn: fee, developer: fee });
  await history.veto(market);
  const none = { burn: 0n, developer: 0n, distributable: 0n };
  expect(await read()).toMatchObject({ state: 3n, ...none });
});

test('a position that was paid in an earlier batch is not paid again', async () => {
  const { history, reader, alice, market } = await createScene();
  const { indexer, store } = reader;
  const bob = await history.bettor();
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
