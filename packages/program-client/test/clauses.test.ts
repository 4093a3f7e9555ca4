import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Clause, COMPARATORS, decodeClauses, encodeClauses } from '../src/index.ts';
import { bytes, hex, hexOf } from './support.ts';

const value32 = new Uint8Array(32).fill(9);

test.each<[Clause, string]>([
  [{ offset: 0, type: 'u8', comparator: 'eq', value: 255n }, '0000 00 00 ff'],
  [{ offset: 1, type: 'u16', comparator: 'ne', value: 258n }, '0100 01 01 0201'],
  [{ offset: 256, type: 'u32', comparator: 'lt', value: 1n }, '0001 02 02 01000000'],
  [{ offset: 2, type: 'u64', comparator: 'lte', value: 1n }, '0200 03 03 0100000000000000'],
  [{ offset: 3, type: 'i32', comparator: 'gt', value: -8n }, '0300 04 04 f8ffffff'],
  [{ offset: 4, type: 'i64', comparator: 'gte', value: -1n }, '0400 05 05 ffffffffffffffff'],
  [{ offset: 5, type: 'bytes32', comparator: 'eq', value: value32 }, `0500 06 00 ${hexOf(9)}`],
  [
    { offset: 65535, type: 'i64', comparator: 'lt', secondsAfterExpiry: 60n },
    'ffff 85 02 3c00000000000000',
  ],
])('%o is encoded at its type’s width', (clause, expected) => {
  const encoded = encodeClauses([clause]);
  expect(hex(encoded)).toBe(hex(bytes(expected)));
  expect(decodeClauses(encoded, 1)).toEqual([clause]);
});

const offset = fc.integer({ min: 0, max: 65_535 });
const comparator = fc.constantFrom(...COMPARATORS);
const numbers = (type: 'u8' | 'u16' | 'u32' | 'u64' | 'i32' | 'i64', min: bigint, max: bigint) =>
  fc.record({ offset, type: fc.constant(type), comparator, value: fc.bigInt({ min, max }) });
const clause: fc.Arbitrary<Clause> = fc.oneof(
  numbers('u8', 0n, 255n),
  numbers('u16', 0n, 65_535n),
  numbers('u32', 0n, 2n ** 32n - 1n),
  numbers('u64', 0n, 2n ** 64n - 1n),
  numbers('i32', -(2n ** 31n), 2n ** 31n - 1n),
  numbers('i64', -(2n ** 63n), 2n ** 63n - 1n),
  fc.record({
    offset,
    type: fc.constant('i64' as const),
    comparator,
    secondsAfterExpiry: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  }),
  fc.record({
    offset,
    type: fc.constant('bytes32' as const),
    comparator: fc.constantFrom('eq' as const, 'ne' as const),
    value: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  }),
);

test('any clauses are parsed back the same', () => {
  fc.assert(
    fc.property(fc.array(clause, { maxLength: 16 }), (clauses) => {
      expect(decodeClauses(encodeClauses(clauses), clauses.length)).toEqual(clauses);
    }),
  );
});

test('parsing does not change its input, even a Buffer', () => {
  const encoded = Buffer.from(
    encodeClauses([
      { offset: 0, type: 'u64', comparator: 'eq', value: 1n },
      { offset: 8, type: 'bytes32', comparator: 'eq', value: Uint8Array.from(value32.keys()) },
    ]),
  );
  const before = encoded.toString('hex');
  const [, second] = decodeClauses(encoded, 2);
  if (second?.type === 'bytes32') (second.value as Uint8Array).fill(0);
  expect(encoded.toString('hex')).toBe(before);
});

test('a value that does not fit its type is refused', () => {
  const head = { offset: 0, comparator: 'eq' } as const;
  expect(() => encodeClauses([{ ...head, type: 'u8', value: 256n }])).toThrow('8 bits');
  expect(() => encodeClauses([{ ...head, type: 'u8', value: -1n }])).toThrow('8 bits');
  expect(() => encodeClauses([{ ...head, type: 'i32', value: 2n ** 31n }])).toThrow('32 bits');
  expect(() => encodeClauses([{ ...head, offset: 65_536, type: 'u8', value: 0n }])).toThrow();
  const short = new Uint8Array(31);
  expect(() => encodeClauses([{ ...head, type: 'bytes32', value: short }])).toThrow('32 bytes');
});

test.each([
  ['an unknown type', '0000 07 00 01', 1],
  ['an unknown comparator', '0000 00 06 01', 1],
  ['an order of bytes', `0000 06 02 ${hexOf(1)}`, 1],
  ['a missing operand', '0000 03 00 01', 1],
  ['a clause too few', '0000 00 00 01', 2],
  ['a byte too many', '0000 00 00 01 00', 1],
])('%s is refused', (_, data, count) => {
  expect(() => decodeClauses(bytes(data), count)).toThrow(RangeError);
});
