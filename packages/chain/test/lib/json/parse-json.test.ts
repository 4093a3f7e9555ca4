import { DomainError, LIMITS } from '@tote/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonNumber } from '../../../src/lib/json/json-number.ts';
import type { JsonValue } from '../../../src/lib/json/json-value.ts';
import { parseJson as parse } from '../../../src/lib/json/parse-json.ts';

/** The value that JSON.parse would return: numbers instead of their text, ordinary objects. */
function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPlain(each)]));
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
  return 'accepted';
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

test('parses what JSON.parse parses, to the same values', () => {
  const values = fc.jsonValue({ maxDepth: LIMITS.jsonDepthMax - 1 });
  const spaces = fc.constantFrom(undefined, 1, '\t', ' \r\n');
  fc.assert(
    fc.property(values, spaces, (value, space) => {
      const text = JSON.stringify(value, null, space);
      // JSON.parse makes `__proto__` an own key, like our parser.
      expect(toPlain(parse(text))).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('refuses what JSON.parse refuses, and a few inputs more', () => {
  const pieces = '{ } [ ] " , : \\ 1 - . e true nul'.split(' ').concat(' ');
  const keys = ['"a"', '"b"', '\u0000', '\u00e9', '\\u00', '01', '\n'];
  const texts = fc
    .array(fc.constantFrom(...pieces, ...keys), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const code = codeOf(() => parse(text));
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      if (code === 'accepted') expect(isJson).toBe(true);
      else if (isJson) expect(['field_duplicated', 'body_too_deep']).toContain(code);
      else expect(['body_malformed', 'field_duplicated', 'body_too_deep']).toContain(code);
    }),
    { numRuns: 3_000 },
  );
});

test('keeps every digit of a number', () => {
  for (const text of ['0.1', '9007199254740993', '1e309', '-0', '1E-3', '0.000000000000000001']) {
    expect(parse(text)).toEqual(new JsonNumber(text));
  }
});

test('refuses numbers that are not valid JSON', () => {
  for (const text of ['01', '+1', '.5', '1.', '1e', '0x10', 'NaN', 'Infinity', '--1', '1_000']) {
    expect(
      codeOf(() => parse(text)),
      text,
    ).toBe('body_malformed');
  }
});

test('refuses a key that appears twice, however it is written', () => {
  expect(codeOf(() => parse('{"a":1,"a":1}'))).toBe('field_duplicated');
  expect(codeOf(() => parse('{"a":1,"\\u0061":null}'))).toBe('field_duplicated');
  expect(codeOf(() => parse('{"x":{"__proto__":1,"__proto__":2}}'))).toBe('field_duplicated');
  expect(codeOf(() => parse('{"a":{"b":1},"b":1}'))).toBe('accepted');
});

test('accepts nesting up to the limit and no deeper', () => {
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(depthOf(parse(nest(LIMITS.jsonDepthMax)))).toBe(LIMITS.jsonDepthMax);
  expect(codeOf(() => parse(nest(LIMITS.jsonDepthMax + 1)))).toBe('body_too_deep');
  expect(codeOf(() => parse('{"a":'.repeat(200_000)))).toBe('body_too_deep');
});

test('refuses a byte order mark and lone surrogates', () => {
  expect(codeOf(() => parse('\ufeff{}'))).toBe('body_malformed');
  expect(codeOf(() => parse('"\\ud800"'))).toBe('body_malformed');
  expect(codeOf(() => parse('"\\udc00\\ud800"'))).toBe('body_malformed');
  expect(parse('"\\ud83d\\ude00"')).toBe('\u{1f600}');
});

test('refuses an empty text and anything after the value', () => {
  for (const text of ['', ' ', '{} {}', '{}x', '1 2', '{}\u0000', '{}\u00a0']) {
    expect(
      codeOf(() => parse(text)),
      JSON.stringify(text),
    ).toBe('body_malformed');
  }
  expect(parse(' \t\r\n null \n')).toBe(null);
});

test('treats keys of the prototype as ordinary keys', () => {
  const value = parse('{"__proto__":{"isAdmin":true},"constructor":1,"toString":2}');
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'toString']);
  expect((value as Record<string, unknown>).isAdmin).toBe(undefined);
  expect((parse('{}') as Record<string, unknown>).toString).toBe(undefined);
});
