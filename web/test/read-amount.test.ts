import { expect, test } from 'vitest';
import { readAmount, toField } from '../src/ticket/read-amount.ts';

const SOL = { currency: 'SOL', decimals: 9 } as const;

test.each([
  ['1500', '1500'],
  ['1.5', '1.5'],
  ['1,5', '1.5'],
  ['1,50', '1.5'],
  ['1.2340', '1.234'],
  ['0.001', '0.001'],
  [',125', '0.125'],
  ['007', '7'],
  [' 5, ', '5'],
])('%j is %s', (typed, amount) => {
  expect(readAmount(typed, SOL)).toMatchObject({ amount });
});

test.each([
  ['1.500', 'Write 1500 or 1.5.'],
  ['1,500', 'Write 1500 or 1.5.'],
  ['12,000', 'Write 12000 or 12.'],
  ['1.234', 'Write 1234 or 1.2340.'],
])('%j may be thousands: %s', (typed, words) => {
  expect(readAmount(typed, SOL)).toBe(words);
});

test.each(['1,500.5', '1.500,5', '1,500,000', '1 500', '1\u202f500', "1'500", '1..5'])(
  'grouping is refused: %j',
  (typed) => {
    expect(readAmount(typed, SOL)).toMatch(/^Enter it without separators/);
  },
);

test.each(['.', ',', '-1', '1e5', '١٫٥', '1.5 SOL'])('%j is no amount', (typed) => {
  expect(readAmount(typed, SOL)).toMatch(/^Enter an amount in digits/);
});

test('what the page fills in is read as the same amount', () => {
  for (const amount of ['103.125', '103.5', '0.125', '7', '1.123456789']) {
    expect(readAmount(toField(amount), SOL)).toMatchObject({ amount });
  }
});
