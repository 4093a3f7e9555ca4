import { expect, onTestFinished, test, vi } from 'vitest';
import { parseLossless, pick, request, textOf } from '../src/json.ts';

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

test.each([['0'], ['-5'], ['Thu, 19 Nov 2026 09:00:00 GMT'], [undefined], ['1']])(
  'after 429 with Retry-After %s a request waits for a second',
  async (header) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const refused = { status: 429, ...(header && { headers: { 'retry-after': header } }) };
    const fetch = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => {
      vi.useRealTimers();
      fetch.mockRestore();
    });
    fetch.mockResolvedValueOnce(new Response('', refused));
    fetch.mockResolvedValueOnce(new Response('{}'));
    const answer = request('http://node.example');
    await vi.advanceTimersByTimeAsync(999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ status: 200, body: {} });
  },
);
