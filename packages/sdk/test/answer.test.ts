import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswer } from '../src/answer.ts';

test('without amounts it is what JSON.parse gives', () => {
  const key = fc.string().map((text) => `x${text}`);
  const value = fc.dictionary(key, fc.jsonValue({ depthSize: 'small' }));
  fc.assert(
    fc.property(value, (object) => {
      const text = JSON.stringify(object);
      expect(JSON.stringify(readAnswer(text, '{'))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test.each(['', '{', '{"a":1', '[1,]', '01', '1.', '.5', '-', '"a', "{'a':1}", '<html>', 'NaN'])(
  '%j is not JSON',
  (text) => {
    expect(() => readAnswer(text, '{')).toThrow(SyntaxError);
  },
);

test('text that looks like a marked number stays text', () => {
  for (const text of ['\u0000#1', '\u0000', '\u0000$', '#1', '\u0000\u0000#1', '1']) {
    expect(readAnswer(JSON.stringify({ text }), '{')).toEqual({ text });
  }
});

test('amounts keep every digit, by their names and where they are', () => {
  const text = `{"betCount":3,"totalVolume":12345678901.123456789,"outcomes":[{"totalStake":0.10,
    "odds":0.25}],"payout":null,"fees":{"burn":5,"burnRate":0.05},"feePercentage":{"burn":0.05},
    "stakes":{"Yes":1,"No":2},"decimals":{"SOL":9},"new":1e400,"huge":12345678901234567890}`;
  expect(readAnswer(text, '{totalVolume')).toEqual({
    ...{ betCount: 3, totalVolume: '12345678901.123456789', payout: null },
    ...{ outcomes: [{ totalStake: '0.10', odds: 0.25 }], stakes: { Yes: '1', No: '2' } },
    ...{ fees: { burn: '5', burnRate: 0.05 }, feePercentage: { burn: 0.05 }, decimals: { SOL: 9 } },
    ...{ new: '1e400', huge: '12345678901234567890' },
  });
});

test.each([
  ['{}', '{id', 'The answer has no id.'],
  ['{"id":1}', '{id name', 'The answer has no name.'],
  ['null', '{id', 'The answer has no id.'],
  ['"text"', '{id', 'The answer has no id.'],
  ['[]', '{id', 'The answer is a list.'],
  ['{}', '[id', 'The answer is not a list.'],
  ['[{"id":1},null]', '[id', 'The answer has no id.'],
  ['{"amount":"1"}', '{amount', 'In the answer, amount is not a number.'],
  ['{"stakes":{"Yes":"1"}}', '{stakes', 'In the answer, Yes is not a number.'],
])('%s is not %s', (text, shape, message) => {
  expect(() => readAnswer(text, shape)).toThrow(message);
});

test('names of Object.prototype are ordinary names', () => {
  const value = readAnswer('{"__proto__":{"x":1},"constructor":2}', '{') as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
  expect(() => readAnswer('{}', '{constructor')).toThrow('has no constructor');
});
