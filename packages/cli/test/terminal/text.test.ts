import { expect, test } from 'vitest';
import { paint, render, renderJson } from '../../src/terminal/text.ts';

test('colours come from us alone, and only where there are any', () => {
  const parts = [paint('red', 'a\u001b[0m'), '\u001b[32mb'];
  expect(render(parts, true)).toBe('\u001b[31ma\ufffd[0m\u001b[39m\ufffd[32mb');
  expect(render(parts, false)).toBe('a\ufffd[0m\ufffd[32mb');
});

test('JSON keeps its lines and what its strings mean', () => {
  const value = { a: 'one\ntwo\u0085\u202e\u{e0001}', b: [1] };
  const text = renderJson(value, 2);
  expect(text.split('\n')).toHaveLength(6);
  expect(text).toContain('\\u0085\\u202e\\udb40\\udc01');
  expect(JSON.parse(text)).toEqual(value);
});
