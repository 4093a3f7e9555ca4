import { describe, expect, test } from 'vitest';
import { readVectors, type VectorCase } from '../../../tools/test-setup/vectors.ts';
import {
  amount,
  type Currency,
  DECIMALS,
  defaultMinimumStake,
  formatMoney,
  parseCurrency,
} from '../src/index.ts';
import { refusalOf } from './support/refusals.ts';

interface MoneyCase extends VectorCase {
  kind: string;
  baseUnits: string;
  currency: Currency;
  decimals: string;
  expected: string;
}

const cases = readVectors<MoneyCase>('amounts.json');

describe('vectors/amounts.json', () => {
  test.each(cases.filter(({ kind }) => kind === 'money'))('$name', (vector) => {
    const value = amount(BigInt(vector.baseUnits));
    const text = formatMoney(value, vector.currency, Number(vector.decimals));
    expect(text).toBe(vector.expected);
  });

  test.each(cases.filter(({ kind }) => kind === 'minimumStake'))('$name', (vector) => {
    const minimum = defaultMinimumStake(vector.currency, Number(vector.decimals));
    expect(minimum).toBe(BigInt(vector.expected));
  });
});

test('a currency is parsed by exact match', () => {
  expect(parseCurrency('SOL')).toBe('SOL');
  expect(parseCurrency('UTILITY')).toBe('UTILITY');
  for (const text of ['sol', 'SOL ', '', 'USDC', 'toString', '__proto__']) {
    expect(refusalOf(() => parseCurrency(text))).toBe('currency_invalid');
  }
});

test('SOL has 9 decimals and UTILITY 6 by default', () => {
  expect(DECIMALS).toEqual({ SOL: 9, UTILITY: 6 });
});
