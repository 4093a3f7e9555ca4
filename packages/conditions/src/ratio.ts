// Conditions that divide one value by another.

import type { Measure } from './evaluation/verdict.ts';
import { multiply, rational } from './oracles/rational.ts';
import { COMPARATOR_WORDS, describeThreshold, holds, type Threshold } from './threshold.ts';

/** The other value must be above zero. */
export function measureRatio(
  compared: NonNullable<Measure['compared']>,
  condition: Threshold,
): Measure {
  const { numerator, denominator } = compared.other;
  const value = multiply(compared.value, rational(denominator, numerator));
  return { value, isMet: holds(value, condition), compared };
}

/** `above`, or `at least 2 times`. */
export function describeRatio(condition: Threshold): string {
  const { threshold, comparator } = condition;
  return threshold === '1' ? COMPARATOR_WORDS[comparator] : describeThreshold(condition, 'times');
}
