import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberText, parseMarked, unmark } from '../src/json.ts';
import { readShape } from '../src/shape.ts';

const read = (text: string, shape: string) => readShape(parseMarked(text), shape);

test('JSON without a shape is what JSON.parse gives', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(unmark(parseMarked(text))).toEqual(JSON.parse(text));
    }),
  );
});

test.each(['', '{', '{"a":1', '[1,]', '01', '1.', '.5', '-', '"a', "{'a':1}", '<html>', 'NaN'])(
  '%j is not JSON',
  (text) => {
    expect(() => parseMarked(text)).toThrow(SyntaxError);
  },
);

test('text that looks like a marked number stays text', () => {
  for (const text of ['\u0000#1', '\u0000', '\u0000$', '#1', '\u0000\u0000#1']) {
    const marked = parseMarked(JSON.stringify({ text, '\u0000#1': 1 }));
    expect(numberText((marked as { text: unknown }).text)).toBeUndefined();
    expect(readShape(marked, '{text}')).toMatchObject({ text });
  }
});

test('numbers become numbers or decimals as the shape says, and keep every digit', () => {
  const text =
    '{"count":3,"sum":12345678901.123456789,"none":null,"list":[{"x":0.10}],"new":1e400}';
  expect(read(text, '{count% sum# none~ list[{x#}] left?}')).toEqual({
    ...{ count: 3, sum: '12345678901.123456789', none: null, list: [{ x: '0.10' }] },
    new: '1e400',
  });
  expect(read('{"a":{"b":1},"c":{"b":2}}', '{*{b#}}')).toEqual({ a: { b: '1' }, c: { b: '2' } });
});

test.each([
  ['{}', '{id}', 'the answer has no id'],
  ['{"id":1}', '{id}', 'the answer.id is not text'],
  ['{"id":"1"}', '{id#}', 'the answer.id is not a number'],
  ['{"id":1e3}', '{id#}', 'the answer.id is not a number'],
  ['{"id":null}', '{id%}', 'the answer.id is not a number'],
  ['{"id":null}', '{id?}', 'the answer.id is not text'],
  ['{"id":"true"}', '{id!}', 'the answer.id is not true or false'],
  ['[{"a":[1,"2"]}]', '[{a[%]}]', 'the answer[0].a[1] is not a number'],
  ['[]', '{id}', 'the answer is not an object'],
  ['{}', '[{id}]', 'the answer is not a list'],
])('%s is not %s', (text, shape, message) => {
  expect(() => read(text, shape)).toThrow(message);
});

test('names of Object.prototype are ordinary names', () => {
  const text = '{"__proto__":{"x":1},"constructor":2}';
  const value = read(text, '{}') as Record<string, unknown>;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
  expect(() => read('{}', '{constructor}')).toThrow('has no constructor');
});
