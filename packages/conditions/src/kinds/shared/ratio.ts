import type { Measure } from '../../evaluation/verdict.ts';
import { multiply, rational } from '../../oracles/rational.ts';
import { type Reading, readable } from '../../oracles/reading.ts';
import { COMPARATOR_WORDS, describeThreshold, holds, type Threshold } from './threshold.ts';

export const RATIO = { units: ['ratio'], unit: 'ratio', threshold: '1' } as const;

/** The other value must be above zero. */
export function measureRatio(
  compared: NonNullable<Measure['compared']>,
  condition: Threshold,
): Reading<Measure> {
  const { numerator, denominator } = compared.other;
  const value = multiply(compared.value, rational(denominator, numerator));
  return readable({ value, isMet: holds(value, condition), compared });
}

/** `above`, or `at least 2 times`. */
export function describeRatio(condition: Threshold): string {
  const { threshold, comparator } = condition;
  return threshold === '1' ? COMPARATOR_WORDS[comparator] : describeThreshold(condition, 'times');
}
