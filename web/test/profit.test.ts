import type { Decimal, Position, Wallet } from '@tote/sdk';
import { expect, test } from 'vitest';
import { listProfitSteps, toStairs } from '../src/screens/portfolio/profit.ts';

const amount = (text: string) => text as Decimal;

const position = (
  marketId: string,
  status: Position['status'],
  stakes: readonly [string, string],
  payout: string | null,
): Position => ({
  ...{ marketId, question: marketId, currency: 'SOL', status },
  stakes: { Yes: amount(stakes[0]), No: amount(stakes[1]) },
  ...{ payoutIfYes: amount('0'), payoutIfNo: amount('0') },
  payout: payout === null ? null : amount(payout),
});

/** Newest first, as the service lists them. */
const POSITIONS = [
  position('open', 'open', ['5', '0'], null),
  position('refunded', 'refunded', ['2', '1'], '3'),
  position('lost', 'lost', ['0', '2.000000001'], '0'),
  position('won', 'won', ['1', '0.5'], '4'),
];
const results = { SOL: { profit: amount('0.7') } } as Wallet['results'];

test('each market adds what it paid less both stakes, and the last total is that of the service', () => {
  const steps = listProfitSteps({ results }, POSITIONS, 'SOL', 'SOL');
  expect(steps.map(({ marketId, profit, total }) => [marketId, profit, total])).toEqual([
    ['won', '2.5', '2.700000001'],
    ['lost', '-2.000000001', '0.7'],
    ['refunded', '0', '0.7'],
  ]);
  expect(listProfitSteps({ results }, [], 'SOL', 'SOL')).toEqual([]);
});

test('the stairs begin at what came before, and 0 is within', () => {
  const markets = listProfitSteps({ results }, POSITIONS, 'SOL', 9);
  // 0.200000001 before; the greatest total is at the top, 0 at the bottom.
  expect(toStairs(markets, 9)).toEqual({
    steps: [
      { x: 0, y: 0.074 },
      { x: 0.25, y: 1 },
      { x: 0.5, y: 0.2592 },
      { x: 0.75, y: 0.2592 },
    ],
    zero: 0,
  });
});

test('losses alone leave 0 at the top', () => {
  const lost = { SOL: { profit: amount('-2.000000001') } } as Wallet['results'];
  const markets = listProfitSteps({ results: lost }, POSITIONS.slice(2, 3), 'SOL', 9);
  const steps = [
    { x: 0, y: 1 },
    { x: 0.5, y: 0 },
  ];
  expect(toStairs(markets, 9)).toEqual({ steps, zero: 1 });
});
