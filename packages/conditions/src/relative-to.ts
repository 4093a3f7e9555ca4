// A threshold that was computed from the value when the market was created: "rise by 20 %" is at
// least 1.2 times that value.
import { formatInstant, type UnixSeconds, unixSeconds } from '@tote/domain';
import { type FieldReader, invalid } from './field-reader.ts';
import { formatRational, multiply, rationalOfDecimal } from './oracles/rational.ts';
import { groupDigits, type Threshold, toUnits } from './threshold.ts';

export interface RelativeTo {
  /** Exact decimal text, in the unit of the condition. */
  readonly value: string;
  readonly at: UnixSeconds;
  /** What the value was multiplied by. */
  readonly times: string;
  /** SHA-256 of the samples that it was read from, in hex. */
  readonly evidence: string;
}

/** A condition that compares a measured value with a threshold. */
interface Measured extends Threshold {
  readonly type: string;
  readonly unit: string;
  readonly relativeTo?: RelativeTo;
}

function isMeasured(condition: object): condition is Measured {
  return 'threshold' in condition;
}

/** The condition with `relativeTo`, if the fields have it. Its threshold must follow from it. */
export function withRelativeTo<C extends object>(condition: C, fields: FieldReader): C {
  if (!isMeasured(condition) || !fields.has('relativeTo')) return condition;
  const nested = fields.nested('relativeTo');
  const relativeTo: RelativeTo = {
    value: nested.decimal('value'),
    at: unixSeconds(nested.integer('at', { least: 0, most: Number.MAX_SAFE_INTEGER })),
    times: nested.decimal('times'),
    evidence: nested.text('evidence'),
  };
  nested.finish();
  if (!/^[0-9a-f]{64}$/.test(relativeTo.evidence)) throw invalid('its evidence is not a hash');
  if (thresholdFrom(relativeTo, condition) !== condition.threshold) {
    throw invalid('its threshold does not follow from relativeTo');
  }
  return { ...condition, relativeTo };
}

/** Holders are whole: at least 12.5 of them are at least 13. */
export function thresholdFrom(
  { value, times }: Pick<RelativeTo, 'value' | 'times'>,
  condition: object,
): string {
  if (!isMeasured(condition)) throw new RangeError('the condition has no threshold');
  const { type, comparator } = condition;
  const [present, factor] = [rationalOfDecimal(value), rationalOfDecimal(times)];
  if (!present || !factor) throw new RangeError(`${value} or ${times} is not a decimal`);
  const threshold = formatRational(multiply(present, factor));
  return type === 'holder_count' ? String(toUnits({ comparator, threshold }, 0)) : threshold;
}

/** A sentence for the `details` of the market; empty if its threshold is absolute. */
export function describeRelativeTo(condition: object): string {
  if (!isMeasured(condition) || !condition.relativeTo) return '';
  const { relativeTo, unit } = condition;
  const { value, at, times } = relativeTo;
  return (
    ` The threshold is ${times} times the value when the market was created: ` +
    `${groupDigits(value)} ${unit} at ${formatInstant(at)}.`
  );
}
