import { AMOUNT_MAX } from '@tote/domain';
import { expect, test } from 'vitest';
import { limitPerLot } from '../../src/embedded/buyer.ts';

const LOT = 100_000_000n;

test.each([
  ['10000', LOT, 6, 1_000_000_000n],
  ['12.5', LOT, 6, 1_250_000n],
  ['0.00001', LOT, 6, 1n],
  // Rounded down to whole base units.
  ['0.000019999', LOT, 6, 1n],
  ['0.000009', LOT, 6, 0n],
  ['3', 333_333_333n, 0, 0n],
  ['4', 333_333_333n, 0, 1n],
  ['9999999999999999999999', LOT, 6, AMOUNT_MAX],
])('%s UTILITY per SOL for %d lamports, %d decimals: %d', (limit, lot, decimals, price) => {
  expect(limitPerLot(limit, lot, decimals)).toBe(price);
});
