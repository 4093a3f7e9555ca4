import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { readVectors, type VectorCase } from '../../../tools/test-setup/vectors.ts';
import { mulDivFloor } from '../src/index.ts';
import { amounts } from './support/arbitraries.ts';

interface MulDivCase extends VectorCase {
  a: string;
  b: string;
  c: string;
  expected: string | null;
  fitsU64: boolean;
}

const cases = readVectors<MulDivCase>('mul-div.json');

describe('vectors/mul-div.json', () => {
  test.each(cases)('$name', ({ a, b, c, expected, fitsU64 }) => {
    const action = () => mulDivFloor(BigInt(a), BigInt(b), BigInt(c));
    if (expected === null) {
      expect(action).toThrow(RangeError);
      expect(fitsU64).toBe(false);
    } else {
      expect(action()).toBe(BigInt(expected));
      expect(BigInt(expected) < 2n ** 64n).toBe(fitsU64);
    }
  });

  test('has at least 200 rows, many of which correct a quotient digit', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(cases.filter(({ name }) => /knuth.* [12]/.test(name)).length).toBeGreaterThan(100);
  });
});

test('the quotient is the largest whose product does not exceed a x b', () => {
  fc.assert(
    fc.property(amounts(), amounts(), amounts(), (a, b, c) => {
      fc.pre(c > 0n);
      const quotient = mulDivFloor(a, b, c);
      expect(quotient * c <= a * b && a * b < (quotient + 1n) * c).toBe(true);
    }),
    { numRuns: count(2_000, 200_000) },
  );
});

test('refuses negative factors and a divisor of zero or less', () => {
  expect(() => mulDivFloor(-1n, 1n, 1n)).toThrow(RangeError);
  expect(() => mulDivFloor(1n, -1n, 1n)).toThrow(RangeError);
  expect(() => mulDivFloor(1n, 1n, -1n)).toThrow(RangeError);
});
