import type { ReadonlyUint8Array } from '@solana/kit';

/** The types by their number, with their width in bytes. */
const NUMBERS = {
  u8: { code: 0, width: 1, isSigned: false },
  u16: { code: 1, width: 2, isSigned: false },
  u32: { code: 2, width: 4, isSigned: false },
  u64: { code: 3, width: 8, isSigned: false },
  i32: { code: 4, width: 4, isSigned: true },
  i64: { code: 5, width: 8, isSigned: true },
} as const;

const BYTES32 = { code: 6, width: 32 } as const;
const I64_AFTER_EXPIRY = { code: 0x85, width: 8 } as const;
const HEAD_BYTES = 4;

export const COMPARATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const;
export type Comparator = (typeof COMPARATORS)[number];
export type NumberType = keyof typeof NUMBERS;

/**
 * One comparison of a fact: the value at `offset` in the observed account with a constant, or with
 * the market's expiry plus a number of seconds.
 */
export type Clause =
  | { offset: number; type: NumberType; comparator: Comparator; value: bigint }
  | { offset: number; type: 'i64'; comparator: Comparator; secondsAfterExpiry: bigint }
  | { offset: number; type: 'bytes32'; comparator: 'eq' | 'ne'; value: ReadonlyUint8Array };

export function encodeClauses(clauses: readonly Clause[]): Uint8Array {
  return concatenate(clauses.map(encodeClause));
}

export function concatenate(parts: readonly ReadonlyUint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function encodeClause(clause: Clause): Uint8Array {
  if ('secondsAfterExpiry' in clause) {
    const bytes = encodeHead(clause, I64_AFTER_EXPIRY);
    writeNumber(bytes, clause.secondsAfterExpiry, NUMBERS.i64);
    return bytes;
  }
  if (clause.type === 'bytes32') {
    if (clause.value.length !== BYTES32.width) throw new RangeError('bytes32 takes 32 bytes');
    const bytes = encodeHead(clause, BYTES32);
    bytes.set(clause.value, HEAD_BYTES);
    return bytes;
  }
  const bytes = encodeHead(clause, NUMBERS[clause.type]);
  writeNumber(bytes, clause.value, NUMBERS[clause.type]);
  return bytes;
}

function encodeHead(clause: Clause, { code, width }: { code: number; width: number }) {
  if (!Number.isInteger(clause.offset) || clause.offset < 0 || clause.offset > 0xffff) {
    throw new RangeError(`a clause's offset is 0 to 65535, not ${clause.offset}`);
  }
  const bytes = new Uint8Array(HEAD_BYTES + width);
  const comparator = COMPARATORS.indexOf(clause.comparator);
  bytes.set([clause.offset & 0xff, clause.offset >> 8, code, comparator]);
  return bytes;
}

function writeNumber(bytes: Uint8Array, value: bigint, type: { width: number; isSigned: boolean }) {
  const bits = type.width * 8;
  const isInRange = value === (type.isSigned ? BigInt.asIntN : BigInt.asUintN)(bits, value);
  if (!isInRange) throw new RangeError(`${value} does not fit in ${bits} bits`);
  let rest = BigInt.asUintN(bits, value);
  for (let i = 0; i < type.width; i += 1) {
    bytes[HEAD_BYTES + i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
}

/** Parses `count` clauses. Throws unless they are valid and fill the bytes exactly. */
export function decodeClauses(bytes: ReadonlyUint8Array, count: number): Clause[] {
  const clauses: Clause[] = [];
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    const { clause, length } = decodeClause(bytes.slice(at));
    clauses.push(clause);
    at += length;
  }
  if (at !== bytes.length) throw new RangeError(`${bytes.length - at} bytes after the clauses`);
  return clauses;
}

function decodeClause(bytes: ReadonlyUint8Array): { clause: Clause; length: number } {
  const [low, high, code, comparatorCode] = bytes;
  const comparator = COMPARATORS[comparatorCode ?? -1];
  if (low === undefined || high === undefined || !comparator) {
    throw new RangeError('malformed clause');
  }
  const head = { offset: low + high * 256, comparator };
  if (code === I64_AFTER_EXPIRY.code) {
    const secondsAfterExpiry = readNumber(bytes, NUMBERS.i64);
    const length = HEAD_BYTES + I64_AFTER_EXPIRY.width;
    return { clause: { ...head, type: 'i64', secondsAfterExpiry }, length };
  }
  if (code === BYTES32.code) {
    if (comparator !== 'eq' && comparator !== 'ne') throw new RangeError('bytes32 has no order');
    const value = takeOperand(bytes, BYTES32.width);
    return {
      clause: { ...head, comparator, type: 'bytes32', value },
      length: HEAD_BYTES + BYTES32.width,
    };
  }
  for (const [type, number] of Object.entries(NUMBERS) as [NumberType, NumberCode][]) {
    if (number.code !== code) continue;
    const value = readNumber(bytes, number);
    return { clause: { ...head, type, value }, length: HEAD_BYTES + number.width };
  }
  throw new RangeError(`no clause type has the number ${code}`);
}

type NumberCode = (typeof NUMBERS)[NumberType];

function readNumber(bytes: ReadonlyUint8Array, type: { width: number; isSigned: boolean }): bigint {
  let value = 0n;
  for (const byte of takeOperand(bytes, type.width).reverse()) value = value * 256n + BigInt(byte);
  return type.isSigned ? BigInt.asIntN(type.width * 8, value) : value;
}

function takeOperand(bytes: ReadonlyUint8Array, width: number): Uint8Array {
  // A copy, because `reverse` works in place and a slice of a Buffer shares its memory.
  const operand = Uint8Array.from(bytes.slice(HEAD_BYTES, HEAD_BYTES + width));
  if (operand.length !== width) throw new RangeError('the clause ends before its operand');
  return operand;
}
