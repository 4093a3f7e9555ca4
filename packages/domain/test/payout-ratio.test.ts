import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import {
  amount,
  decideSettlement,
  formatTenThousandths,
  payout,
  payoutRatioFloor,
  ZERO,
} from '../src/index.ts';
import { amounts, feeRatesArbitrary } from './support/arbitraries.ts';
import { payoutCases, poolsOf, settlementOf } from './support/payout-vectors.ts';

describe('vectors/payouts.json', () => {
  test.each(payoutCases)('$name', (vector) => {
    const ratio = payoutRatioFloor(settlementOf(vector), poolsOf(vector));
    const texts = { Yes: formatTenThousandths(ratio.yes), No: formatTenThousandths(ratio.no) };
    expect(texts).toEqual(vector.expected.payoutRatio);
  });
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
