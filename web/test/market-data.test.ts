import type { Decimal, FeedItem, Market } from '@tote/sdk';
import { expect, test } from 'vitest';
import { stepPath } from '../src/chart/step-path.ts';
import { throttle } from '../src/data/soon.ts';
import { add, compare, shareOf, subtract } from '../src/format/amounts.ts';
import { writeOdds } from '../src/format/odds.ts';
import { findLateMoney } from '../src/screens/market/late-money.ts';
import { applyEvent, type MarketData } from '../src/screens/market/market-data.ts';

const amount = (text: string) => text as Decimal;
const point = (at: number, Yes: string, No: string, sequence = at) => ({
  ...{ at, sequence, odds: { Yes: 0.5, No: 0.5 } },
  totalStake: { Yes: amount(Yes), No: amount(No) },
});
const bet = (betId: string, wallet: string, outcome: 'Yes' | 'No', text: string) => ({
  ...{ betId, wallet, outcome, amount: amount(text), transactionId: `tx-${betId}` },
  placedAt: '2026-01-01T00:00:00.000Z',
});

test('a staircase goes sideways, then up or down, and ends at the right edge', () => {
  const steps = [
    { x: 0, y: 0.5 },
    { x: 0.25, y: 1 },
    { x: 0.5, y: 0 },
  ];
  expect(stepPath(steps, 100, 10)).toBe('M0 5H25V0H50V10H100');
  expect(stepPath([], 100, 10)).toBe('');
});

test('sums and comparisons keep every digit', () => {
  const large = '18446744073.709551615';
  expect(add(amount(large), amount('0.000000001'))).toBe('18446744073.709551616');
  expect(add(amount('0.1'), amount('0.2'))).toBe('0.3');
  expect(subtract(amount('1.45'), amount('1'))).toBe('0.45');
  expect(compare(amount('0.30'), amount('0.3'))).toBe(0);
  expect(compare(amount('9'), amount('10'))).toBe(-1);
  expect(shareOf(1n, 3n)).toBe(0.3333);
  expect(shareOf(1n, 0n)).toBe(0);
});

test('odds are whole percents that add up to 100, and 0% only if nobody bet', () => {
  expect(writeOdds(0.529)).toEqual({ Yes: '53%', No: '47%' });
  expect(writeOdds(0.525)).toEqual({ Yes: '53%', No: '47%' });
  expect(writeOdds(0.475)).toEqual({ Yes: '48%', No: '52%' });
  expect(writeOdds(0.004)).toEqual({ Yes: '<1%', No: '>99%' });
  expect(writeOdds(0.996)).toEqual({ Yes: '>99%', No: '<1%' });
  expect(writeOdds(0.005)).toEqual({ Yes: '1%', No: '99%' });
  expect(writeOdds(1)).toEqual({ Yes: '100%', No: '0%' });
});

test('late money is what came in the last tenth of the time', () => {
  const history = [point(0, '1', '0'), point(90, '1', '1'), point(91, '1', '3')];
  expect(findLateMoney(history, 0, 100)).toBe(0.5);
  expect(findLateMoney(history, 0, 1_000)).toBe(0);
  expect(findLateMoney([point(95, '1', '0'), point(96, '2', '0')], 0, 100)).toBe(1);
  expect(findLateMoney(history.slice(0, 1), 0, 100)).toBeUndefined();
});

const data: MarketData = {
  market: {
    id: 'm',
    betCount: 1,
    outcomes: [{ name: 'Yes' }, { name: 'No' }],
  } as unknown as Market,
  bets: [bet('1', 'ana', 'Yes', '1')],
  history: [point(1, '1', '0', 2)],
};
const changed = (sequence: number, marketId = 'm') =>
  ({
    ...{ id: '9', type: 'odds.changed', marketId, at: '' },
    data: {
      ...{ sequence, odds: { Yes: 0.25, No: 0.75 } },
      totalStake: { Yes: amount('1'), No: amount('3') },
    },
  }) as FeedItem;

test('an event changes odds and pools, unless it is older or of another market', () => {
  const after = applyEvent(data, changed(3), 50);
  expect(after.market.totalVolume).toBe('4');
  expect(after.market.outcomes).toEqual([
    { name: 'Yes', odds: 0.25, totalStake: '1' },
    { name: 'No', odds: 0.75, totalStake: '3' },
  ]);
  expect(after.history.at(-1)).toMatchObject({ at: 50, sequence: 3 });
  expect(applyEvent(data, changed(2), 50)).toBe(data);
  expect(applyEvent(data, changed(3, 'other'), 50)).toBe(data);
});

test('a bet is added once', () => {
  const event = (betId: string) =>
    ({
      ...{ id: '9', type: 'bet.confirmed', marketId: 'm', at: '' },
      data: { ...bet(betId, 'ben', 'No', '2'), currency: 'SOL' },
    }) as FeedItem;
  const after = applyEvent(applyEvent(data, event('2'), 50), event('2'), 60);
  expect(after.bets.map(({ betId }) => betId)).toEqual(['2', '1']);
  expect(after.market.betCount).toBe(2);
  expect(applyEvent(data, event('1'), 50)).toBe(data);
});

test('a throttle runs at once, then once per pause, and the last call counts', async () => {
  let runs = 0;
  const { call } = throttle(() => {
    runs += 1;
  }, 20);
  for (let index = 0; index < 5; index += 1) call();
  expect(runs).toBe(1);
  await expect.poll(() => runs).toBe(2);
});
