// What conditions on a measured value have in common: it is compared with a threshold.
import type { Address } from '@solana/kit';
import type { ConditionInput } from '../../condition-input.ts';
import type { Measure } from '../../evaluation/verdict.ts';
import { type FieldReader, invalid } from '../../field-reader.ts';
import type { Mint } from '../../oracles/layouts/mint.ts';
import { findFeed, PRICE_FEEDS, type PriceFeed } from '../../oracles/price-feeds.ts';
import { PYTH_RECEIVER, PYTH_RECEIVERS } from '../../oracles/programs.ts';
import { multiply, type Rational, rational } from '../../oracles/rational.ts';
import { type Reading, readable } from '../../oracles/reading.ts';
import { type RelativeTo, readRelativeTo } from './relative-to.ts';
import {
  COMPARATOR_WORDS,
  COMPARATORS,
  describeThreshold,
  holds,
  readTiming,
  type Threshold,
  type Timing,
} from './threshold.ts';

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

export function readFeed(fields: FieldReader, name: string): PriceFeed {
  const feed = findFeed(fields.text(name));
  if (feed) return feed;
  const symbols = PRICE_FEEDS.map(({ symbol }) => symbol).join(', ');
  throw invalid(`the field ${name} must be one of ${symbols}`);
}

/** The program that owns the updates; that of this chain, unless the condition names one. */
export function readReceiver(fields: FieldReader, { pythReceiver }: ConditionInput): Address {
  const receiver = fields.address('receiver', pythReceiver ?? PYTH_RECEIVER);
  if (PYTH_RECEIVERS.includes(receiver)) return receiver;
  throw invalid('the receiver is not one of Pyth’s');
}

const WHOLE = 100n;

export function refuseMoreThanAll({ threshold }: Threshold): void {
  if (holds(rational(WHOLE), { comparator: 'lt', threshold })) {
    throw invalid('nobody holds more than 100 percent');
  }
}

/** A share of the supply in percent. If there is no supply, everybody holds 0 percent of it. */
export function measureShare(
  units: bigint,
  { supply }: Mint,
  condition: Threshold,
): Reading<Measure> {
  return measureValue(rational(units * WHOLE, supply > 0n ? supply : 1n), condition);
}

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
