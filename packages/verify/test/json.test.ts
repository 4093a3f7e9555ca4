import { expect, test } from 'vitest';
import { parseLossless, pick, textOf } from '../src/json.ts';

test('numbers keep every digit, and text that looks like numbers stays text', () => {
  const text =
    '{"a":18446744073.709551615,"b":[-1e-7,0],"c":"1, \\"2\\": 3\\\\","4":true,"d":null}';
  expect(parseLossless(text)).toEqual({
    a: '18446744073.709551615',
    b: ['-1e-7', '0'],
    c: '1, "2": 3\\',
    4: true,
    d: null,
  });
});

test('invalid JSON is undefined', () => {
  for (const text of ['', '{', '<html>', '{"a":1}}']) expect(parseLossless(text)).toBeUndefined();
});

test('values of any type can be picked from', () => {
  const value = parseLossless('{"a":{"b":[1]},"c":"text"}');
  expect(textOf(pick(value, 'a', 'b'))).toBe('["1"]');
  expect(textOf(pick(value, 'a', 'x', 'y'))).toBe('nothing');
  expect(textOf(pick(value, 'c', 'length'))).toBe('nothing');
  expect(textOf(pick(value, 'toString'))).toBe('nothing');
  expect(textOf(pick(null, 'a'))).toBe('nothing');
});
