import { parseJson } from '@tote/chain/lib/json/parse-json';
import { describe, expect, test } from 'vitest';
import { findByPointer, isJsonPointer } from '../../src/web/json-pointer.ts';

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

describe('not a pointer', () => {
  test.each(['foo', 'foo/0', '#/foo', '/~', '/a~2', '/~~0'])('%s', (text) => {
    expect(isJsonPointer(text)).toBe(false);
  });
});
