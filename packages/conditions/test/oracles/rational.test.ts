import { describe, expect, test } from 'vitest';
import { costToHold, costToMove } from '../../src/oracles/prices/manipulation-cost.ts';
import {
  add,
  compare,
  formatRational,
  formatRoundedUp,
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

  test.each([
    [rational(1n, 3n), '0.333333333334'],
    [rational(1n, 30_000_000n), '0.0000000333333333334'],
    [rational(10n ** 14n - 1n, 100n), '1000000000000'],
    [rational(10n ** 14n + 1n, 100n), '1000000000001'],
    [rational(10n ** 12n - 1n, 10n ** 12n), '0.999999999999'],
    [rational(10n ** 13n - 1n, 10n ** 13n), '1'],
    [rational(5n, 2n), '2.5'],
    [rational(0n), '0'],
  ])('%o is rounded up to %s', (value, text) => {
    expect(formatRoundedUp(value)).toBe(text);
  });
});

const SOL = 1_000_000_000n;

test('the quote to add to or remove from a constant-product pool', () => {
  const one = rational(1n);
  // Ten per cent up in a pool of a thousand: 1,000 x (sqrt(1.1) - 1)
  expect(costToMove(1_000n * SOL, one, rational(11n, 10n))).toBe(48_808_848_170n);
  expect(costToMove(100n * SOL, one, rational(4n))).toBe(100n * SOL);
  expect(costToMove(100n * SOL, one, rational(1n, 4n))).toBe(50n * SOL);
  expect(costToMove(100n * SOL, one, one)).toBe(0n);
});

test('the resulting reserves have the target price', () => {
  const [base, quote] = [206_900_000n * 1_000_000n, 85n * SOL];
  for (const factor of [2n, 7n, 1_000n]) {
    const cost = costToMove(quote, rational(1n), rational(factor));
    const after = rational((quote + cost) * (quote + cost), base * quote);
    const wanted = rational(quote * factor, base);
    const off = after.numerator * wanted.denominator - wanted.numerator * after.denominator;
    expect(Number(off) / Number(wanted.numerator * after.denominator)).toBeCloseTo(0, 6);
  }
});

test('holding a price costs what others gain by bringing it back, again and again', () => {
  const one = rational(1n);
  // From 100 to 200 SOL and back: half of the 100 SOL bought tokens that are worth 50.
  expect(costToHold(100n * SOL, one, rational(4n), 1)).toBe(50n * SOL);
  expect(costToHold(100n * SOL, one, rational(1n, 4n), 1)).toBe(50n * SOL);
  // Half of the window, every three seconds.
  expect(costToHold(100n * SOL, one, rational(4n), 60)).toBe(500n * SOL);
  expect(costToHold(100n * SOL, one, rational(4n), 11)).toBe(50n * SOL);
  expect(costToHold(100n * SOL, one, rational(4n), 12)).toBe(100n * SOL);
  expect(costToHold(100n * SOL, one, one, 60)).toBe(0n);
  expect(costToHold(1n, one, rational(1n, 10n ** 30n), 60)).toBe(1n);
});
