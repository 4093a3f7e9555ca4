import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import {
  AMOUNT_MAX,
  type Amount,
  addAmounts,
  amount,
  formatAmount,
  parseAmount,
  parseJsonNumberText,
  ZERO,
} from '../src/index.ts';
import { amounts } from './support/arbitraries.ts';
import { refusalOf } from './support/refusals.ts';
import { readVectors, type VectorCase } from './support/vectors.ts';

interface AmountCase extends VectorCase {
  kind: string;
  text: string;
  baseUnits: string;
  decimals: string;
  expected?: string;
  error?: string;
}

const cases = readVectors<AmountCase>('amounts.json');
const ofKind = (kind: string) => cases.filter((vector) => vector.kind === kind);

function checkParser(parse: (text: string, decimals: number) => Amount, vector: AmountCase) {
  const action = () => parse(vector.text, Number(vector.decimals));
  if (vector.error !== undefined) expect(refusalOf(action)).toBe(vector.error);
  else expect(action()).toBe(BigInt(vector.expected as string));
}

describe('vectors/amounts.json', () => {
  test.each(ofKind('decimal'))('$name', (vector) => checkParser(parseAmount, vector));
  test.each(ofKind('json'))('$name', (vector) => checkParser(parseJsonNumberText, vector));
  test.each(ofKind('format'))('$name', ({ baseUnits, decimals, expected }) => {
    expect(formatAmount(amount(BigInt(baseUnits)), Number(decimals))).toBe(expected);
  });
});

describe('amount', () => {
  test('accepts 0 to 2^64 - 1 and nothing beyond either end', () => {
    expect(amount(0n)).toBe(ZERO);
    expect(amount(2n ** 64n - 1n)).toBe(AMOUNT_MAX);
    expect(() => amount(-1n)).toThrow(RangeError);
    expect(() => amount(2n ** 64n)).toThrow(RangeError);
  });

  test('adds up to the limit', () => {
    expect(addAmounts(amount(AMOUNT_MAX - 1n), amount(1n))).toBe(AMOUNT_MAX);
    expect(() => addAmounts(AMOUNT_MAX, amount(1n))).toThrow(RangeError);
  });

  test('is neither a number nor any bigint for the compiler', () => {
    const take = (value: Amount) => value;
    // @ts-expect-error a number holds no money
    take(1);
    // @ts-expect-error a bigint must pass through amount() or a parser first
    take(1n);
    // @ts-expect-error a sum of amounts may overflow and must be checked again
    take(ZERO + ZERO);
    expect(take(amount(1n))).toBe(1n);
  });

  test('refuses a number at run time', () => {
    expect(() => amount(1 as unknown as bigint)).toThrow(RangeError);
  });
});

describe('parsing and formatting', () => {
  const decimals = fc.integer({ min: 0, max: 18 });

  test('every amount is formatted and parsed back, as string and as JSON number', () => {
    fc.assert(
      fc.property(amounts(), decimals, (value, places) => {
        const text = formatAmount(value, places);
        expect(parseAmount(text, places)).toBe(value);
        expect(parseJsonNumberText(text, places)).toBe(value);
        expect(text).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);
      }),
      { numRuns: count(2_000, 200_000) },
    );
  });

  test('an exponent shifts the decimal point and changes nothing else', () => {
    fc.assert(
      fc.property(amounts(), decimals, (value, places) => {
        expect(parseJsonNumberText(`${value}e-${places}`, places)).toBe(value);
        expect(parseJsonNumberText(`${value}E-${places}`, places)).toBe(value);
      }),
      { numRuns: count(1_000, 100_000) },
    );
  });

  test('one decimal too many is refused, unless it is a zero', () => {
    fc.assert(
      fc.property(amounts(), decimals, fc.integer({ min: 0, max: 9 }), (value, places, last) => {
        const [whole, fraction = ''] = formatAmount(value, places).split('.');
        const text = `${whole}.${fraction.padEnd(places, '0')}${last}`;
        if (last === 0) expect(parseAmount(text, places)).toBe(value);
        else expect(refusalOf(() => parseAmount(text, places))).toBe('amount_too_precise');
      }),
      { numRuns: count(1_000, 100_000) },
    );
  });

  test('any text is parsed or refused, and never crashes', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^-?[0-9]{0,30}\.?[0-9]{0,30}([eE][+-]?[0-9]{0,20})?$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const parse of [parseAmount, parseJsonNumberText]) {
          try {
            expect(parse(text, 9)).toBeLessThanOrEqual(AMOUNT_MAX);
          } catch (error) {
            expect(error).toHaveProperty('status', 400);
          }
        }
      }),
      { numRuns: count(3_000, 300_000) },
    );
  });

  // Or these numbers would be written out, which no machine can.
  test('a huge exponent is refused', () => {
    expect(refusalOf(() => parseJsonNumberText('1e999999999', 9))).toBe('amount_too_large');
    expect(refusalOf(() => parseJsonNumberText('1e-999999999', 9))).toBe('amount_too_precise');
  });
});
