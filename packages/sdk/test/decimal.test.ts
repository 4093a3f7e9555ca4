import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, fromBaseUnits, type ToteError, toBaseUnits } from '../src/index.ts';

test('base units become decimals and back, with every digit', () => {
  const units = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 18 }), (baseUnits, decimals) => {
      expect(toBaseUnits(fromBaseUnits(baseUnits, decimals), decimals)).toBe(baseUnits);
    }),
  );
  expect(fromBaseUnits(12345678901123456789n, 'SOL')).toBe('12345678901.123456789');
  expect(toBaseUnits(decimal('1.500000000000'), 'SOL')).toBe(1_500_000_000n);
  expect(toBaseUnits(decimal('0.000001'), 'UTILITY')).toBe(1n);
});

test.each(['', '1,5', '.5', '1.', '01', '1e3', '-1', '+1', ' 1', '1 ', 'NaN', '0x10', '１'])(
  'decimal refuses %j',
  (text) => {
    expect(() => decimal(text)).toThrow(expect.objectContaining({ code: 'input_invalid' }));
  },
);

test('numbers are refused, and decimals that a currency does not have', () => {
  expect(() => decimal(1.5 as never)).toThrow('is not decimal text');
  const refused = (): bigint => toBaseUnits(decimal('0.0000001'), 'UTILITY');
  expect(refused).toThrow(expect.objectContaining({ code: 'input_invalid' } as ToteError));
});
