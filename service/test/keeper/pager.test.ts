import { expect, test } from 'vitest';
import { Pager } from '../../src/keeper/task.ts';
import type { MarketPage } from '../../src/store/projection/list-due-markets.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';

const numbered = (index: number) => ({ id: `market_${index}` }) as MarketView;
const listOf = (length: number) => {
  const markets = Array.from({ length }, (_, index) => numbered(index));
  return async ({ limit, after }: MarketPage) => {
    const from = after ? markets.findIndex(({ id }) => id === after.id) + 1 : 0;
    return markets.slice(from, from + limit);
  };
};
const all = () => true;
const ids = (markets: readonly MarketView[]) => markets.map(({ id }) => Number(id.slice(7)));

test('gives the first that are accepted, then those behind them, then wraps around', async () => {
  const pager = new Pager();
  const list = listOf(5);
  expect(ids(await pager.find(list, all, 2))).toEqual([0, 1]);
  expect(ids(await pager.find(list, all, 2))).toEqual([2, 3]);
  expect(ids(await pager.find(list, all, 2))).toEqual([4, 0]);
});

test('gives each market once, however many are asked for', async () => {
  const pager = new Pager();
  const list = listOf(250);
  await pager.find(list, all, 120);
  expect(new Set(ids(await pager.find(list, all, 1_000))).size).toBe(250);
});

test('markets that cannot be processed do not block the one behind them', async () => {
  const pager = new Pager();
  const list = listOf(5_001);
  const isLast = ({ id }: MarketView) => id === 'market_5000';
  const looks = [];
  for (let look = 0; look < 6; look += 1) looks.push(ids(await pager.find(list, isLast, 4)));
  expect(looks).toEqual([[], [], [], [], [], [5_000]]);
});

test('an empty list gives nothing', async () => {
  expect(await new Pager().find(listOf(0), all, 4)).toEqual([]);
});
