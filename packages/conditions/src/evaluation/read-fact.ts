// Evaluates clauses as the program does (program/src/fact.rs), to predict its answer.
import type { ReadonlyUint8Array } from '@solana/kit';
import type { Clause, Comparator, NumberType } from '@tote/program-client';

export type FactReading = 'Met' | 'NotMet' | 'Invalid';

const WIDTHS: Record<NumberType, number> = { u8: 1, u16: 2, u32: 4, u64: 8, i32: 4, i64: 8 };
const I64_MAX = 2n ** 63n - 1n;
const I64_MIN = -(2n ** 63n);

/** The last clause decides; all others say whether the observation is valid. */
export function readFact(
  clauses: readonly Clause[],
  data: ReadonlyUint8Array,
  expiresAt: number | bigint,
): FactReading {
  const deciding = clauses.at(-1);
  const requirements = clauses.slice(0, -1);
  const isValid = requirements.every((clause) => holdsIn(data, clause, BigInt(expiresAt)));
  if (!deciding || !isValid) return 'Invalid';
  return holdsIn(data, deciding, BigInt(expiresAt)) ? 'Met' : 'NotMet';
}

function holdsIn(data: ReadonlyUint8Array, clause: Clause, expiresAt: bigint): boolean {
  if (clause.type === 'bytes32') {
    const field = data.slice(clause.offset, clause.offset + 32);
    if (field.length < 32) return false;
    const isEqual = field.every((byte, index) => byte === clause.value[index]);
    return isEqual === (clause.comparator === 'eq');
  }
  const field = readNumber(data, clause.offset, clause.type);
  if (field === undefined) return false;
  if (!('secondsAfterExpiry' in clause)) return isSo(field, clause.comparator, clause.value);
  const moment = expiresAt + clause.secondsAfterExpiry;
  if (moment > I64_MAX || moment < I64_MIN) return false;
  return isSo(field, clause.comparator, moment);
}

function readNumber(data: ReadonlyUint8Array, offset: number, type: NumberType) {
  const width = WIDTHS[type];
  const bytes = data.slice(offset, offset + width);
  if (bytes.length < width) return undefined;
  const value = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return type.startsWith('i') ? BigInt.asIntN(8 * width, value) : value;
}

const COMPARISONS: Record<Comparator, (left: bigint, right: bigint) => boolean> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
};

export const isSo = (left: bigint, comparator: Comparator, right: bigint): boolean =>
  COMPARISONS[comparator](left, right);
