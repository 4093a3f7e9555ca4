import { describe, expect, test } from 'vitest';
import {
  add,
  compare,
  formatRational,
  multiply,
  rational,
  rationalOfDecimal,
  scaled,
  subtract,
} from '../../src/oracles/rational.ts';

describe('rational', () => {
  test('is in lowest terms, with the sign in the numerator', () => {
    expect(rational(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n });
    expect(rational(0n, 7n)).toEqual({ numerator: 0n, denominator: 1n });
    expect(() => rational(1n, 0n)).toThrow(RangeError);
  });

  test('adds, subtracts and multiplies exactly', () => {
    const third = rational(1n, 3n);
    expect(add(third, add(third, third))).toEqual(rational(1n));
    expect(subtract(third, third)).toEqual(rational(0n));
    expect(multiply(third, rational(3n))).toEqual(rational(1n));
  });

  test('compares where floating point cannot', () => {
    const strike = rationalOfDecimal('0.1');
    const sum = add(scaled(1n, -1), scaled(1n, -40));
    expect(strike && compare(sum, strike)).toBe(1);
    expect(compare(rational(-1n, 2n), rational(-1n, 3n))).toBe(-1);
    expect(compare(scaled(25n, 1), rational(250n))).toBe(0);
  });

  test.each(['', '.5', '1.', '01', '1e3', '-1', '1,000', '+1'])('%j is no decimal', (text) => {
    expect(rationalOfDecimal(text)).toBeUndefined();
  });

  test.each([
    [rational(1n, 3n), '0.333333333333'],
    [rational(2_000n, 3n), '666.666666666'],
    [rational(1n, 30_000_000n), '0.0000000333333333333'],
    [rational(-5n, 2n), '-2.5'],
    [rational(10n ** 20n), '100000000000000000000'],
    [rational(0n), '0'],
  ])('%o is written %s', (value, text) => {
    expect(formatRational(value)).toBe(text);
  });
});
