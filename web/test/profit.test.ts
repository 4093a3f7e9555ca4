import type { Decimal, Position, Wallet } from '@tote/sdk';
import { expect, test } from 'vitest';
import { drawSteps, listProfitSteps } from '../src/screens/portfolio/profit.ts';

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

test('the line begins at what came before, and 0 is within', () => {
  const steps = listProfitSteps({ results }, POSITIONS, 'SOL', 9);
  const { line, zero, height } = drawSteps(steps, 9);
  // 0.200000001 before; the greatest total is at the top.
  expect(line).toMatch(/^M0 148\.\dH150V0H300V118\.\dH450V118\.\dH600$/);
  expect(zero).toBe(height);
});

test('losses alone leave 0 at the top', () => {
  const lost = { SOL: { profit: amount('-2.000000001') } } as Wallet['results'];
  const steps = listProfitSteps({ results: lost }, POSITIONS.slice(2, 3), 'SOL', 9);
  expect(drawSteps(steps, 9)).toMatchObject({ zero: 0, line: 'M0 0H300V160H600' });
});
