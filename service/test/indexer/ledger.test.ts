// Profits, totals and transfers: rows that are derived like all others, counted once.
import { marketIdOf } from '@tote/chain/ids';
import { Currency } from '@tote/program-client';
import { expect, test } from 'vitest';
import { deleteMarketRows } from '../../src/store/projection/delete-market-rows.ts';
import { recountProfits, startWeek, toDay } from '../../src/store/projection/profits.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from '../store/support/engines.ts';
import { createHistory, createReader, type History, SOL } from '../support/history.ts';
import { readLedgerRows } from '../support/ledger-rows.ts';
import { rebuildBeside } from '../support/rebuild-beside.ts';
import { FORFEITED, playWholeHistory } from '../support/whole-history.ts';

/** What the rows must be, computed from bets and positions. */
async function expectCounted(store: Store, history: History): Promise<void> {
  const { db } = store;
  const today = toDay(BigInt(history.chain.clock.now()));
  const markets = new Map(
    (await db.selectFrom('markets').selectAll().execute()).map((row) => [row.id, row]),
  );
  const bets = await db.selectFrom('bets').selectAll().execute();
  const positions = await db.selectFrom('positions').selectAll().execute();
  const rows = await readLedgerRows(store);
  for (const currency of [0n, 1n]) {
    const isHere = ({ market_id }: { market_id: string }) =>
      markets.get(market_id)?.currency === currency;
    const settled = positions.filter((row) => isHere(row) && row.payout !== null);
    const profitOf = (since: bigint, bettor: string) =>
      settled
        .filter((row) => row.bettor === bettor && toDay(row.settled_at ?? 0n) >= since)
        .reduce((sum, row) => sum + (row.payout ?? 0n) - row.stake_yes - row.stake_no, 0n);
    for (const bettor of new Set(settled.map((row) => row.bettor))) {
      const days = settled
        .filter((row) => row.bettor === bettor)
        .map(({ settled_at }) => toDay(settled_at ?? 0n));
      days.sort((a, b) => Number(a - b));
      const day = days.at(-1) ?? 0n;
      expect(rows.profits).toContainEqual(
        expect.objectContaining({
          ...{ currency, bettor, profit: profitOf(0n, bettor), day },
          day_profit: profitOf(day, bettor),
          week_profit: profitOf(today - 6n, bettor),
          week_from: days.find((each) => each > today - 7n) ?? null,
        }),
      );
    }
    const here = bets.filter(isHere);
    const anyDay = here.length === 0 ? [] : [0n];
    for (const day of new Set([...anyDay, ...here.map(({ placed_at }) => toDay(placed_at))])) {
      const isThen = (at: bigint) => day === 0n || toDay(at) === day;
      const ofDay = here.filter(({ placed_at }) => isThen(placed_at));
      expect(rows.totals).toContainEqual(
        expect.objectContaining({
          ...{ currency, day, bets: BigInt(ofDay.length) },
          volume: ofDay.reduce((sum, { amount }) => sum + amount, 0n),
          bettors: BigInt(new Set(ofDay.map(({ bettor }) => bettor)).size),
          paid: settled
            .filter((row) => isThen(row.settled_at ?? 0n))
            .reduce((sum, row) => sum + (row.payout ?? 0n), 0n),
        }),
      );
    }
  }
}

describeEngines(['memory', 'postgres'], (engine) => {
  test('every bet and payout is counted once, also by a rebuild and while rows are written again', async () => {
    const history = await createHistory();
    const whole = await playWholeHistory(history);
    const store = await engine.open();
    const reader = await createReader(history, { store });
    // Some twice, and not in order.
    await reader.indexer.ingest([...whole.landed].reverse());
    await reader.indexer.ingest(whole.landed);
    await reader.indexer.catchUp();
    await expectCounted(store, history);
    const rows = await readLedgerRows(store);
    expect(rows.profits?.length).toBeGreaterThan(3);
    expect(rows.transfers?.length).toBe(9);
    expect(rows.totals).toContainEqual(
      expect.objectContaining({ currency: 0n, day: 0n, burned: 550_000_000n + 1n }),
    );

    await rebuildBeside(history, reader);
    expect(await readLedgerRows(store)).toEqual(rows);

    const bettors = whole.bettors.map(({ bettor }) => bettor);
    await store.write((db) => recountProfits(db, bettors));
    while (await store.write((db) => startWeek(db, toDay(BigInt(history.chain.clock.now())))));
    expect(await readLedgerRows(store)).toEqual(rows);

    // What was forfeited is converted first, then the burn share of markets.
    const paid = await reader.queries.findMarket(marketIdOf(whole.markets.paid!));
    const conversion = { converted: SOL / 10n - FORFEITED, isComplete: false };
    expect(await reader.queries.findConversion(paid!)).toMatchObject(conversion);

    // Rows that are deleted to be written again count no more, unless that is undone.
    for (const market of Object.values(whole.markets)) {
      const undone = store.write(async (db) => {
        await deleteMarketRows(db, marketIdOf(market));
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      await store.write((db) => deleteMarketRows(db, marketIdOf(market)));
      await expectCounted(store, history);
    }
    const { profits, bettor_days, totals } = await readLedgerRows(store);
    expect([profits, bettor_days, totals]).toEqual([[], [], []]);
  });

  test('what is older than a week leaves the profits of the week', async () => {
    const history = await createHistory();
    const store = await engine.open();
    const reader = await createReader(history, { store });
    const [alice, bob] = [await history.bettor(), await history.bettor()];
    const play = async (winner: 'Yes' | 'No', currency = Currency.Sol) => {
      const market = await history.market({ seconds: 60, currency });
      await history.bets(market, [
        { by: alice, outcome: 'Yes', amount: SOL },
        { by: bob, outcome: 'No', amount: SOL },
      ]);
      await history.resolve(market, winner);
      await history.settle(market, alice, bob);
      await reader.indexer.catchUp();
    };
    await play('Yes');
    await expectCounted(store, history);
    await history.advance(3 * 86_400);
    await play('No');
    await play('No');
    await expectCounted(store, history);
    // The first is a week old, the others are not.
    await history.advance(4 * 86_400);
    await reader.indexer.catchUp();
    await expectCounted(store, history);
    await history.advance(3 * 86_400);
    await reader.indexer.catchUp();
    const rows = await readLedgerRows(store);
    expect(rows.profits).toMatchObject([{ week_from: null }, { week_from: null }]);
    await expectCounted(store, history);
  });
});
