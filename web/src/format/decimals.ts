// Arithmetic with exact decimals, in whole units of their last digit.
import { formatDecimal, readPlainDecimal } from '@tote/domain';
import type { Decimal } from '@tote/sdk';

/** Converts all to the same unit, so that they can be compared. */
export function align(values: readonly Decimal[]): { units: bigint[]; scale: number } {
  const parts = values.map((value) => readPlainDecimal(value) ?? { digits: '0', scale: 0 });
  const scale = Math.max(0, ...parts.map((part) => part.scale));
  const units = parts.map((part) => BigInt(part.digits) * 10n ** BigInt(scale - part.scale));
  return { units, scale };
}

export function add(...values: readonly Decimal[]): Decimal {
  const { units, scale } = align(values);
  const sum = units.reduce((total, each) => total + each, 0n);
  return formatDecimal(sum, scale) as Decimal;
}

/** The second must not be larger. */
export function subtract(from: Decimal, value: Decimal): Decimal {
  const { units, scale } = align([from, value]);
  const [left = 0n, right = 0n] = units;
  return formatDecimal(left - right, scale) as Decimal;
}

/** For sorting: below 0 if the first is smaller. */
export function compare(left: Decimal, right: Decimal): number {
  const [a = 0n, b = 0n] = align([left, right]).units;
  return a < b ? -1 : Number(a > b);
}

const PARTS = 10_000n;

/** A share between 0 and 1 with four decimals, for bars and charts; 0 if the whole is 0. */
export const shareOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * PARTS) / whole) / Number(PARTS);
