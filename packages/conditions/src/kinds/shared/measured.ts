// What conditions on a measured value have in common: it is compared with a threshold.

import type { Measure } from '../../evaluation/verdict.ts';
import type { FieldReader } from '../../field-reader.ts';
import type { Rational } from '../../oracles/rational.ts';
import { type Reading, readable } from '../../oracles/reading.ts';
import { type RelativeTo, readRelativeTo } from './relative-to.ts';
import { COMPARATORS, holds, readTiming, type Threshold, type Timing } from './threshold.ts';

export interface Measured<Unit extends string = string> extends Threshold {
  readonly unit: Unit;
  readonly relativeTo?: RelativeTo;
  readonly timing: Timing;
}

interface MeasuredRule<Unit> {
  readonly units: readonly Unit[];
  /** Left out: the request must name the unit. */
  readonly unit?: Unit;
  /** Left out: the request must name one. */
  readonly threshold?: string;
  readonly isZeroAllowed?: boolean;
  readonly isWhole?: boolean;
}

export function readMeasured<const Unit extends string>(
  fields: FieldReader,
  rule: MeasuredRule<Unit>,
): Measured<Unit> {
  const { units, unit, threshold: fallback, ...decimal } = rule;
  const threshold = {
    comparator: fields.choice('comparator', COMPARATORS),
    threshold: fields.decimal('threshold', { ...decimal, ...(fallback && { fallback }) }),
  };
  return {
    ...threshold,
    unit: fields.choice('unit', units, unit),
    timing: readTiming(fields, 'at_expiry'),
    ...readRelativeTo(fields, threshold, rule.isWhole),
  };
}

/** What a question states of it. */
export const STATED = ['comparator', 'threshold', 'unit'] as const;

export function measureValue(value: Rational, condition: Threshold): Reading<Measure> {
  return readable({ value, isMet: holds(value, condition) });
}
