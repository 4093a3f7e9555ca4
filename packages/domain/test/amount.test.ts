import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { readVectors, type VectorCase } from '../../../tools/test-setup/vectors.ts';
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

  test('what doubles lose in sums is not lost, up to 16 units of the last place', () => {
    const cents = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 2, max: 9 }), (parts, places) => {
        const sum = parts.reduce((total, part) => total + part / 100, 0);
        const exact = BigInt(parts.reduce((total, part) => total + part, 0));
        const expected = exact * 10n ** BigInt(places - 2);
        expect(parseJsonNumberText(String(sum), places)).toBe(expected);
      }),
      { numRuns: count(2_000, 200_000) },
    );
  });

  test('a double next to an amount is that amount, or refused where it could be another', () => {
    const near = fc.bigInt({ min: 1n, max: 10n ** 17n });
    fc.assert(
      fc.property(near, decimals, fc.integer({ min: -40, max: 40 }), (value, places, steps) => {
        const exact = Number(formatAmount(value as Amount, places));
        const double = stepsFrom(exact, steps);
        fc.pre(ulpOf(double) === ulpOf(exact));
        const text = String(double);
        if (decimalsOf(text) <= places) return;
        const parse = () => parseJsonNumberText(text, places);
        const isFine = 64 * ulpOf(exact) * 10 ** places < 1;
        if (isFine && Math.abs(steps) <= 15) expect(parse()).toBe(value);
        if (!isFine || Math.abs(steps) >= 18) expect(refusalOf(parse)).toBe('amount_too_precise');
        // The same text as a string has no such tolerance.
        expect(refusalOf(() => parseAmount(text, places))).toMatch(
          /amount_(too_precise|malformed)/,
        );
      }),
      { numRuns: count(5_000, 500_000) },
    );
  });

  test('fewer than 15 significant digits are never rounded', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,12}[1-9]$/);
    fc.assert(
      fc.property(digits, decimals, fc.integer({ min: 1, max: 20 }), (text, places, more) => {
        const parse = () => parseJsonNumberText(`${text}e-${places + more}`, places);
        expect(refusalOf(parse)).toBe('amount_too_precise');
      }),
      { numRuns: count(2_000, 200_000) },
    );
  });

  test('the nearest amount that can be sent is named', () => {
    const nearest = (text: string, least?: bigint) => {
      try {
        return parseJsonNumberText(text, 9, least);
      } catch (error) {
        return (error as Error).message.split(' is ')[1];
      }
    };
    expect(nearest('0.12345678949')).toBe('0.123456789.');
    expect(nearest('0.1234567895')).toBe('0.12345679.');
    expect(nearest('9000000000.0000012345')).toBe('9000000000.000001235.');
    expect(nearest('1e-30')).toBe('0.000000001.');
    expect(nearest('1e-30', 100_000n)).toBe('0.0001.');
    expect(nearest('99999999999.00000000001')).toBe('18446744073.709551615.');
  });

  // Or these numbers would be written out, which no machine can.
  test('a huge exponent is refused', () => {
    expect(refusalOf(() => parseJsonNumberText('1e999999999', 9))).toBe('amount_too_large');
    expect(refusalOf(() => parseJsonNumberText('1e-999999999', 9))).toBe('amount_too_precise');
  });
});

const bits = new DataView(new ArrayBuffer(8));

function stepsFrom(double: number, steps: number): number {
  bits.setFloat64(0, double);
  bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(steps));
  return bits.getFloat64(0);
}

function ulpOf(double: number): number {
  bits.setFloat64(0, double);
  return 2 ** (((bits.getUint16(0) >> 4) & 0x7ff) - 1075);
}

function decimalsOf(text: string): number {
  const [plain = '', exponent = '0'] = text.split('e');
  return (plain.split('.')[1] ?? '').length - Number(exponent);
}
