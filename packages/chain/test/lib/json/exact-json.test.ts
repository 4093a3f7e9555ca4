import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson, writeJson } from '../../../src/lib/json/exact-json.ts';

test('an integer beyond the safe range is parsed exactly', () => {
  expect(readJson('{"a":18446744073709551615,"b":[9007199254740993,-9007199254740993]}')).toEqual({
    a: 18446744073709551615n,
    b: [9007199254740993n, -9007199254740993n],
  });
});

test('small numbers, fractions and exponents stay numbers, even next to large integers', () => {
  const text = '[18446744073709551615,1,-2,0.5,1e3,1.2345678901234567,9007199254740991]';
  const numbers = [1, -2, 0.5, 1e3, 1.2345678901234567, 9007199254740991];
  expect(readJson(text)).toEqual([18446744073709551615n, ...numbers]);
});

test('digits in strings and names are not changed', () => {
  const text = '{"18446744073709551615":"18446744073709551615","q":"\\\\\\"99999999999999999999"}';
  expect(readJson(text)).toEqual({
    '18446744073709551615': '18446744073709551615',
    q: '\\"99999999999999999999',
  });
});

test('invalid JSON is refused, and so is deeper nesting than Agave accepts', () => {
  for (const text of ['', '{', '{"a":}', "{'a':1}", '[1,]', 'nonsense', '1 2', '\u0000']) {
    expect(() => readJson(text), text).toThrow(SyntaxError);
  }
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(() => readJson(nested(128))).not.toThrow();
  expect(() => readJson(nested(129))).toThrow(SyntaxError);
  expect(() => readJson(nested(400_000))).toThrow(SyntaxError);
});

test('any written value is parsed back the same', () => {
  const large = fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n });
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), large);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      expect(readJson(writeJson(given))).toEqual(given);
    }),
    { numRuns: 300 },
  );
});

test('without large integers the text equals that of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      expect(writeJson(given)).toBe(JSON.stringify(given));
    }),
    { numRuns: 300 },
  );
});
