import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import {
  amount,
  DEFAULT_FEE_RATES,
  feeRates,
  formatFeeRate,
  splitLosingPool,
} from '../src/index.ts';
import { amounts, feeRatesArbitrary } from './support/arbitraries.ts';
import { refusalOf } from './support/refusals.ts';

test('fee rates sum to at most 2,000 basis points', () => {
  expect(feeRates({ burnBps: 1_000, developerBps: 1_000 }).burnBps).toBe(1_000);
  expect(feeRates({ burnBps: 0, developerBps: 2_000 }).developerBps).toBe(2_000);
  expect(feeRates({ burnBps: 0, developerBps: 0 }).burnBps).toBe(0);
  const refused = [
    [1_000, 1_001],
    [2_001, 0],
    [-1, 500],
    [500, -1],
    [0.5, 500],
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
  ] as const;
  for (const [burnBps, developerBps] of refused) {
    const action = () => feeRates({ burnBps, developerBps });
    expect(refusalOf(action)).toBe('fee_rates_out_of_range');
  }
});

test('basis points print as the fraction of feePercentage', () => {
  expect([500, 0, 1, 250, 2_000].map(formatFeeRate)).toEqual([
    '0.05',
    '0',
    '0.0001',
    '0.025',
    '0.2',
  ]);
});

test('the first fee is taken from 20 base units, and each fee is floored on its own', () => {
  const burnOf = (pool: bigint) => splitLosingPool(amount(pool), DEFAULT_FEE_RATES).burn;
  expect([0n, 19n, 20n, 39n, 40n].map(burnOf)).toEqual([0n, 0n, 1n, 1n, 2n]);
  const split = splitLosingPool(amount(30n), DEFAULT_FEE_RATES);
  expect(split).toEqual({ burn: 1n, developer: 1n, distributable: 28n });
});

test('the three parts sum to the losing pool and no fee exceeds its rate', () => {
  fc.assert(
    fc.property(amounts(), feeRatesArbitrary, (pool, rates) => {
      const { burn, developer, distributable } = splitLosingPool(pool, rates);
      expect(burn + developer + distributable).toBe(pool);
      expect(burn * 10_000n <= pool * BigInt(rates.burnBps)).toBe(true);
      expect(developer * 10_000n <= pool * BigInt(rates.developerBps)).toBe(true);
      expect(distributable * 10n >= pool * 8n).toBe(true);
    }),
    { numRuns: count(2_000, 200_000) },
  );
});
