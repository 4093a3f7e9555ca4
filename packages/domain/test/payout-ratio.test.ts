import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import {
  amount,
  decideSettlement,
  formatTenThousandths,
  minRatioBpsCeil,
  payout,
  payoutRatioFloor,
  readJsonNumber,
  ZERO,
} from '../src/index.ts';
import { amounts, feeRatesArbitrary } from './support/arbitraries.ts';
import { payoutCases, poolsOf, settlementOf } from './support/payout-vectors.ts';

test.each(payoutCases)('vectors/payouts.json: $name', (vector) => {
  const ratio = payoutRatioFloor(settlementOf(vector), poolsOf(vector));
  const texts = { Yes: formatTenThousandths(ratio.yes), No: formatTenThousandths(ratio.no) };
  expect(texts).toEqual(vector.expected.payoutRatio);
});

test.each([
  ['0', 0],
  ['1', 10_000],
  ['1.9', 19_000],
  ['1.90001', 19_001],
  ['1.9000', 19_000],
  ['0.00000001', 1],
  ['1e-999999999', 1],
  ['0e999999999', 0],
  ['42949672.95e-2', 2 ** 32 - 1],
  ['429496.7295', 2 ** 32 - 1],
  ['429496.72951', null],
  ['1e999999999', null],
  ['-1', null],
  [`1.${'0'.repeat(200)}`, null],
])('a minimum of %s is %s basis points, rounded up', (text, bps) => {
  expect(minRatioBpsCeil(readJsonNumber(text))).toBe(bps);
});

test('is never more than what is paid, and less by under 0.0001 per unit', () => {
  const pool = amounts(2n ** 63n - 1n).filter((value) => value > 0n);
  fc.assert(
    fc.property(pool, pool, feeRatesArbitrary, (yes, no, rates) => {
      const settlement = decideSettlement({ yes, no }, { kind: 'outcome', outcome: 'Yes' }, rates);
      const ratio = payoutRatioFloor(settlement, { yes, no });
      const whole = payout(settlement, { stakeYes: yes, stakeNo: ZERO });
      expect(ratio.no).toBe(0n);
      expect(ratio.yes >= 10_000n).toBe(true);
      expect(ratio.yes * yes <= whole * 10_000n).toBe(true);
      expect((ratio.yes + 1n) * yes > whole * 10_000n).toBe(true);
    }),
    { numRuns: count(1_500, 100_000) },
  );
});

test('the winner of a market without losers or without bets has exactly 1', () => {
  const rates = { burnBps: 500, developerBps: 500 };
  for (const yes of [amount(5n), ZERO]) {
    const pools = { yes, no: ZERO };
    const settlement = decideSettlement(pools, { kind: 'outcome', outcome: 'Yes' }, rates);
    expect(payoutRatioFloor(settlement, pools)).toEqual({ yes: 10_000n, no: 0n });
  }
});
