import { Type } from '@sinclair/typebox';
import { tenThousandths } from '@tote/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSerializer } from '../../../src/http/json/serialize.ts';
import {
  amountOut,
  choiceOut,
  feeRateOut,
  oddsOut,
  orNull,
  plainOut,
  response,
} from '../../../src/http/schemas/fragments.ts';

const shape = response({
  text: Type.String(),
  flag: Type.Boolean(),
  whole: Type.Integer(),
  list: Type.Array(response({ name: Type.String(), note: Type.Optional(Type.String()) })),
  maybe: orNull(Type.String()),
  left: Type.Optional(Type.Boolean()),
});

describe('compileSerializer', () => {
  test('writes choices and plain texts as JSON.stringify does', () => {
    const write = compileSerializer(response({ choice: choiceOut(['a', 'b"']), id: plainOut() }));
    // What is not among the choices is escaped too.
    for (const choice of ['a', 'b"', 'c"\\']) {
      const value = { choice, id: 'bet_1-2 3.' };
      expect(write(value)).toBe(JSON.stringify(value));
    }
    expect(() => write({ choice: 1, id: '' })).toThrow('value.choice is not a string');
    expect(() => write({ choice: 'a', id: 1 })).toThrow('value.id is not a string');
  });

  test('writes what JSON.stringify writes', () => {
    const write = compileSerializer(shape);
    const text = fc.string({ unit: 'binary' });
    const values = fc.record(
      {
        text,
        flag: fc.boolean(),
        whole: fc.maxSafeInteger(),
        list: fc.array(fc.record({ name: text, note: text }, { requiredKeys: ['name'] })),
        maybe: fc.option(text),
        left: fc.boolean(),
      },
      { requiredKeys: ['text', 'flag', 'whole', 'list', 'maybe'] },
    );
    fc.assert(
      fc.property(values, (value) => {
        const parsed = JSON.parse(write(value));
        expect(parsed).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 100 },
    );
  });

  test('writes no field that is not in the schema', () => {
    const write = compileSerializer(response({ id: Type.String() }));
    const value = { id: 'a', secret: 'b', toJSON: () => 'c' };
    expect(write(value)).toBe('{"id":"a"}');
  });

  test('writes amounts exactly', () => {
    const write = compileSerializer(amountOut());
    const amounts: [bigint, number, string][] = [
      [0n, 9, '0'],
      [1n, 9, '0.000000001'],
      [1_500_000_000n, 9, '1.5'],
      [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
      [18_446_744_073_709_551_615n, 0, '18446744073709551615'],
      [-1n, 6, '-0.000001'],
    ];
    for (const [value, decimals, text] of amounts) expect(write({ value, decimals })).toBe(text);
  });

  test('writes odds and rates as fractions', () => {
    expect(compileSerializer(oddsOut())(tenThousandths(7_143n))).toBe('0.7143');
    expect(compileSerializer(oddsOut())(tenThousandths(10_000n))).toBe('1');
    expect(compileSerializer(feeRateOut())(500)).toBe('0.05');
  });

  test('throws when a value does not match the schema', () => {
    const write = compileSerializer(shape);
    const right = { text: '', flag: true, whole: 1, list: [], maybe: null };
    expect(write(right)).toBe('{"text":"","flag":true,"whole":1,"list":[],"maybe":null}');
    for (const wrong of [{ text: 1 }, { flag: 0 }, { whole: 1.5 }, { list: {} }, { maybe: 5 }]) {
      expect(() => write({ ...right, ...wrong })).toThrow(TypeError);
    }
    expect(() => write({ ...right, text: undefined })).toThrow('value.text is not present');
    expect(() => compileSerializer(Type.Number())).toThrow(TypeError);
  });
});
