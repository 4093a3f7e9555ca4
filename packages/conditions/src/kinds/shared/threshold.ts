import { isSo } from '../../evaluation/read-fact.ts';
import type { FieldReader } from '../../field-reader.ts';
import {
  compare,
  multiply,
  type Rational,
  rationalOfDecimal,
  scaled,
} from '../../oracles/rational.ts';

export const COMPARATORS = ['gte', 'gt', 'lte', 'lt'] as const;
export type Comparator = (typeof COMPARATORS)[number];

/** `never_before` is the complement of `any_time_before`: No once it is met, Yes if it never is. */
export const TIMINGS = ['at_expiry', 'any_time_before', 'never_before'] as const;
export type Timing = (typeof TIMINGS)[number];

/** Whether a market with this timing ends as soon as its condition is met, and as No. */
export function flagsOf(timing: Timing): { isTriggered: boolean; isInverted: boolean } {
  return { isTriggered: timing !== 'at_expiry', isInverted: timing === 'never_before' };
}

export const COMPARATOR_WORDS: Record<Comparator, string> = {
  gte: 'at least',
  gt: 'above',
  lte: 'at most',
  lt: 'below',
};

export interface Threshold {
  readonly comparator: Comparator;
  readonly threshold: string;
}

/** `at expiry`, `any time before` and `never before`, with spaces, are accepted too. */
export function readTiming(fields: FieldReader, fallback: Timing): Timing {
  const spaced = ['at expiry', 'any time before', 'never before'] as const;
  const timing = fields.choice('timing', [...TIMINGS, ...spaced], fallback);
  return timing.replaceAll(' ', '_') as Timing;
}

export const holds = (value: Rational, { comparator, threshold }: Threshold): boolean =>
  isSo(BigInt(compare(value, thresholdOf(threshold))), comparator, 0n);

export function thresholdOf(text: string): Rational {
  const value = rationalOfDecimal(text);
  if (!value) throw new RangeError(`${text} is not a decimal`);
  return value;
}

/**
 * The threshold as an integer of 10^-decimals that divides all integers in the same way: `>= 1.5`
 * is `>= 2`, `> 1.5` is `> 1`.
 */
export function toUnits({ comparator, threshold }: Threshold, decimals: number): bigint {
  const { numerator, denominator } = multiply(thresholdOf(threshold), scaled(1n, decimals));
  const floor = numerator / denominator;
  const isWhole = numerator % denominator === 0n;
  const roundsUp = comparator === 'gte' || comparator === 'lt';
  return isWhole || !roundsUp ? floor : floor + 1n;
}

/** `at least 1,000,000 USD` */
export function describeThreshold({ comparator, threshold }: Threshold, unit: string): string {
  return `${COMPARATOR_WORDS[comparator]} ${groupDigits(threshold)} ${unit}`;
}

export function groupDigits(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
