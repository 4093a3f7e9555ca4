// Some points of a long history: exact ones, evenly spread, always with both ends.
import { expect, test } from 'vitest';
import {
  type BetRow,
  insertBets,
  listBetsAtPoints,
  listMarketBets,
} from '../../src/store/projection/bets.ts';
import { describeEngines } from './support/engines.ts';

const BETTOR = '1'.repeat(32);

/** Three in each transaction. Their events leave sequences out, as other events take some. */
function makeBets(marketId: string, count: number): BetRow[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ signature: `s${marketId}${Math.floor(index / 3)}`, instruction: 0n },
    position: BigInt(index % 3),
    bet_id: `bet_${marketId}_${index}`,
    ...{ market_id: marketId, bettor: BETTOR, outcome: 1n, amount: 1n },
    ...{ pool_yes: BigInt(index + 1), pool_no: 0n },
    sequence: 2n + 5n * BigInt(Math.floor(index / 3)),
    ...{ slot: BigInt(index), placed_at: BigInt(index) },
  }));
}

describeEngines(['postgres', 'memory'], (engine) => {
  test('both ends are exact, and the steps between are even', async () => {
    const store = await engine.open();
    const count = 1_800;
    await store.write(async (db) => {
      await insertBets(db, makeBets('market_a', count));
      await insertBets(db, makeBets('market_b', 1));
    });
    const page = { marketId: 'market_a', limit: count, offset: 0 };
    const all = await listMarketBets(store.db, page);
    expect(all).toHaveLength(count);
    for (const points of [2, 3, 10, 500]) {
      const some = await listBetsAtPoints(store.db, 'market_a', points);
      expect(some).toHaveLength(points);
      expect([some[0], some.at(-1)]).toEqual([all[0], all.at(-1)]);
      const places = some.map(({ betId }) => all.findIndex((bet) => bet.betId === betId));
      expect(places.map((place) => all[place])).toEqual(some);
      const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
      const even = count / (points - 1);
      for (const step of steps) expect(Math.abs(step - even)).toBeLessThanOrEqual(6);
    }
    expect(await listBetsAtPoints(store.db, 'market_b', 2)).toMatchObject([
      { betId: 'bet_market_b_0' },
    ]);
    expect(await listBetsAtPoints(store.db, 'market_c', 2)).toEqual([]);
  });
});
