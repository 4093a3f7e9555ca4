import { expect, test } from 'vitest';
import { formatDecimal, readJsonNumber, readPlainDecimal } from '../src/index.ts';

test('formats without trailing zeros and refuses negative units', () => {
  expect(formatDecimal(0n, 4)).toBe('0');
  expect(formatDecimal(7143n, 4)).toBe('0.7143');
  expect(formatDecimal(5000n, 4)).toBe('0.5');
  expect(formatDecimal(10_000n, 4)).toBe('1');
  expect(formatDecimal(120n, 0)).toBe('120');
  expect(() => formatDecimal(-1n, 4)).toThrow(RangeError);
});

test('reads digits and scale, keeping every digit', () => {
  expect(readPlainDecimal('12.50')).toEqual({ digits: '1250', scale: 2 });
  expect(readPlainDecimal('12')).toEqual({ digits: '12', scale: 0 });
  expect(readPlainDecimal('1e2')).toBeNull();
  expect(readJsonNumber('1.5e3')).toEqual({ digits: '15', scale: -2 });
  expect(readJsonNumber('1.5E-3')).toEqual({ digits: '15', scale: 4 });
  expect(readJsonNumber('-1')).toBeNull();
});
