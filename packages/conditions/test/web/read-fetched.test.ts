import { parseJson } from '@tote/chain/lib/json/parse-json';
import type { Comparator } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { findByPointer, isJsonPointer, readFetched } from '../../src/web/read-fetched.ts';
import { isMetBy, readNumber } from '../../src/web/web-condition.ts';
import { answer, hostAt } from './web-fixtures.ts';

const url = hostAt(0);
const at = (pointer: string) => ({ url, pointer });

describe('a value', () => {
  test.each([
    ['{"v":4.50}', '/v', 'number', '4.50'],
    ['{"v":-1e3}', '/v', 'number', '-1e3'],
    ['[{"v":9007199254740993}]', '/0/v', 'number', '9007199254740993'],
    ['12', '', 'number', '12'],
    ['{"v":"rain"}', '/v', 'string', 'rain'],
    ['{"v":""}', '/v', 'string', ''],
    ['{"v":true}', '/v', 'boolean', 'true'],
  ] as const)('of %s at %j as a %s is %j', (body, pointer, type, value) => {
    expect(readFetched(at(pointer), answer(url, body), type)).toEqual({ ok: true, value });
  });

  test.each([
    ['42', '42'],
    [' -1.5e-3\n', '-1.5e-3'],
  ])('in plain text %j is %j', (body, value) => {
    const type = 'text/plain';
    expect(readFetched({ url }, answer(url, body, { type }), 'number')).toEqual({
      ok: true,
      value,
    });
  });
});

describe('no value', () => {
  test.each([
    ['{"v":"4.5"}', '/v', 'number', 'its value is a string and not a number'],
    ['{"v":null}', '/v', 'number', 'its value is null and not a number'],
    ['{"v":[4]}', '/v', 'number', 'its value is a list and not a number'],
    ['{"v":4}', '/v', 'string', 'its value is a number and not a string'],
    ['{"v":1}', '/v', 'boolean', 'its value is a number and not a boolean'],
    ['{"v":4}', '/w', 'number', 'it has nothing at /w'],
    ['{"v":4}', '/v/0', 'number', 'it has nothing at /v/0'],
    ['{"v":4,"v":5}', '/v', 'number', 'a name appears twice'],
    ['{"v":4', '/v', 'number', 'it ends too early'],
    ['{"v":NaN}', '/v', 'number', 'unexpected character'],
    ['<html>4</html>', '/v', 'number', 'unexpected character'],
    ['', '/v', 'number', 'it is empty'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, '/0', 'number', 'deeper than 64 levels'],
    ['{"v":1e9999}', '/v', 'number', 'its number is too long'],
    [`{"v":${'9'.repeat(401)}}`, '/v', 'number', 'its number is too long'],
  ] as const)('of %s at %j as a %s', (body, pointer, type, reason) => {
    const read = readFetched(at(pointer), answer(url, body), type);
    expect(read).toMatchObject({ ok: false });
    expect(!read.ok && read.reason).toContain(reason);
  });

  test.each(['', '4.', '.4', '+4', '4,5', '0x4', '4 4', 'four', '{"v":4}', '1e401'])(
    'in plain text %j',
    (body) => expect(readFetched({ url }, answer(url, body), 'number').ok).toBe(false),
  );

  test.each([
    [302, 'redirects are not followed'],
    [204, 'it answers 204'],
    [404, 'it answers 404'],
    [500, 'it answers 500'],
  ])('with the status %i', (status, reason) => {
    const read = readFetched(at('/v'), answer(url, '{"v":4}', { status }), 'number');
    expect(!read.ok && read.reason).toContain(reason);
  });

  test('of bytes that are not UTF-8, or begin with a byte order mark', () => {
    const bytesOf = (...bytes: number[]) => {
      const { answer: head, ...rest } = answer(url, '');
      const body = Uint8Array.from([34, ...bytes, 34]);
      return { ...rest, ...(head && { answer: { ...head, body } }) };
    };
    const read = (...bytes: number[]) => readFetched(at(''), bytesOf(...bytes), 'string');
    expect(read(0xc3, 0xa9)).toEqual({ ok: true, value: '\u00e9' });
    for (const wrong of [[0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
      expect(read(...wrong)).toMatchObject({ reason: 'it does not answer in UTF-8' });
    }
    expect(readFetched(at(''), answer(url, '\ufeff4'), 'number').ok).toBe(false);
  });

  test('in a web page, though it has a number', () => {
    const page = answer(url, '4', { type: 'text/html; charset=utf-8' });
    const read = readFetched({ url }, page, 'number');
    expect(read).toMatchObject({ ok: false, reason: 'it answers with a web page' });
  });
});

describe('numbers are compared exactly', () => {
  const CASES: readonly (readonly [string, Comparator, string, boolean])[] = [
    ['0.1', 'eq', '0.1', true],
    ['0.10', 'eq', '0.1', true],
    ['1e-1', 'eq', '0.1', true],
    ['0.1000000000000000055511151231257827', 'eq', '0.1', false],
    ['9007199254740993', 'eq', '9007199254740992', false],
    ['9007199254740993', 'gt', '9007199254740992', true],
    ['-0', 'eq', '0', true],
    ['-1', 'lt', '0', true],
    ['-2', 'lt', '-1', true],
    ['-2', 'gte', '-1', false],
    ['4', 'gte', '4', true],
    ['3.9999999999999999999', 'gte', '4', false],
    ['4', 'gt', '4', false],
    ['4', 'lte', '4', true],
    ['4.0000000000000000001', 'lte', '4', false],
    ['4', 'lt', '4', false],
    ['4', 'ne', '4', false],
    ['4.1', 'ne', '4', true],
    ['1e400', 'gt', '1', true],
  ];
  test.each(CASES)('%s %s %s: %s', (text, comparator, value, isMet) => {
    expect(isMetBy(text, { comparator, value, valueType: 'number' })).toBe(isMet);
  });

  test('texts and truths by equality', () => {
    const rain = { value: 'rain', valueType: 'string' } as const;
    expect(isMetBy('rain', { ...rain, comparator: 'eq' })).toBe(true);
    expect(isMetBy('Rain', { ...rain, comparator: 'eq' })).toBe(false);
    expect(isMetBy('Rain', { ...rain, comparator: 'ne' })).toBe(true);
    const yes = { value: 'true', valueType: 'boolean' } as const;
    expect(isMetBy('false', { ...yes, comparator: 'eq' })).toBe(false);
    expect(isMetBy('false', { ...yes, comparator: 'ne' })).toBe(true);
  });

  test('what is too long to be meant is not a number', () => {
    expect(readNumber('1e400')).toBeDefined();
    expect(readNumber('1e401')).toBeUndefined();
    expect(readNumber('9'.repeat(400))).toBeDefined();
    expect(readNumber('9'.repeat(401))).toBeUndefined();
  });
});

/** The example of RFC 6901, section 5. */
const DOCUMENT = parseJson(
  '{"foo":["bar","baz"],"":"0","a/b":"1","c%d":"2","e^f":"3","g|h":"4","i\\\\j":"5",' +
    '"k\\"l":"6"," ":"7","m~n":"8","list":[[1.50]],"no":null,"__proto__":{"x":"9"}}',
);

test.each([
  ['/foo/0', 'bar'],
  ['/foo/1', 'baz'],
  ['/', '0'],
  ['/a~1b', '1'],
  ['/c%d', '2'],
  ['/e^f', '3'],
  ['/g|h', '4'],
  ['/i\\j', '5'],
  ['/k"l', '6'],
  ['/ ', '7'],
  ['/m~0n', '8'],
  ['/list/0/0', { text: '1.50', isJsonNumber: true }],
  ['/no', null],
  ['/__proto__/x', '9'],
  ['/foo/2', undefined],
  ['/foo/-', undefined],
  ['/foo/01', undefined],
  ['/foo/1e0', undefined],
  ['/foo/length', undefined],
  ['/foo/0/0', undefined],
  ['/constructor', undefined],
  ['/toString', undefined],
  ['/list/0/0/text', undefined],
  ['/no/x', undefined],
  ['/a/b', undefined],
])('%s finds %o', (pointer, value) => {
  expect(isJsonPointer(pointer)).toBe(true);
  expect(findByPointer(DOCUMENT, pointer)).toEqual(value);
});

test('an empty pointer is the whole document', () => {
  expect(findByPointer(DOCUMENT, '')).toBe(DOCUMENT);
  expect(isJsonPointer('')).toBe(true);
});

test.each(['foo', 'foo/0', '#/foo', '/~', '/a~2', '/~~0'])('%s is not a pointer', (text) => {
  expect(isJsonPointer(text)).toBe(false);
});
