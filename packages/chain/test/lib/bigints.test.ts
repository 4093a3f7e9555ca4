import { expect, test } from 'vitest';
import { largest, smallest } from '../../src/lib/bigints.ts';

test('the smallest and the largest of any number of values', () => {
  expect(smallest(3n)).toBe(3n);
  expect(smallest(3n, -2n, 2n ** 70n)).toBe(-2n);
  expect(smallest(-2n, 3n)).toBe(-2n);
  expect(largest(3n)).toBe(3n);
  expect(largest(3n, -2n, 2n ** 70n)).toBe(2n ** 70n);
  expect(largest(3n, -2n)).toBe(3n);
});
