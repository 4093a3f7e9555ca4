// A threshold that depends on the value when the market was created: "rise by 20 %" is at least 1.2
// times that value, "rise by $50" is at least 50 more. "Reach $100" has a threshold of its own; the
// value says from which side.
import { formatInstant, type UnixSeconds } from '@tote/domain';
import { type FieldReader, invalid } from '../../field-reader.ts';
import {
  add,
  compare,
  formatRational,
  multiply,
  type Rational,
  rationalOfDecimal,
} from '../../oracles/rational.ts';
import { groupDigits, type Threshold, toUnits } from './threshold.ts';

export interface RelativeTo {
  readonly value: string;
  readonly at: UnixSeconds;
  /** What the value was multiplied by, or what was added to it. Neither: it gave the direction. */
  readonly times?: string;
  readonly plus?: string;
  /** SHA-256 of the samples that it was read from, in hex. */
  readonly evidence: string;
}

/** Empty if the fields have none. The threshold must follow from it. */
export function readRelativeTo(
  fields: FieldReader,
  condition: Threshold,
  isWhole = false,
): { readonly relativeTo?: RelativeTo } {
  if (!fields.has('relativeTo')) return {};
  const nested = fields.nested('relativeTo');
  const relativeTo: RelativeTo = {
    value: nested.decimal('value'),
    at: nested.moment('at'),
    ...(nested.has('times') && { times: nested.decimal('times') }),
    ...(nested.has('plus') && { plus: nested.text('plus') }),
    evidence: nested.text('evidence'),
  };
  nested.finish();
  if (!/^[0-9a-f]{64}$/.test(relativeTo.evidence)) throw invalid('its evidence is not a hash');
  if (thresholdFrom(relativeTo, condition, isWhole) !== condition.threshold) {
    throw invalid('its threshold does not follow from relativeTo');
  }
  return { relativeTo };
}

/** The threshold that follows; undefined if none can. At least 12.5 holders are at least 13. */
export function thresholdFrom(
  { value, times, plus }: Pick<RelativeTo, 'value' | 'times' | 'plus'>,
  { comparator, threshold: given }: Threshold,
  isWhole = false,
): string | undefined {
  const present = decimalOf(value);
  if (times === undefined && plus === undefined) {
    return pointsAway(present, { comparator, threshold: given }) ? given : undefined;
  }
  if (times !== undefined && plus !== undefined) return undefined;
  const result =
    plus === undefined ? multiply(present, decimalOf(times ?? '')) : add(present, decimalOf(plus));
  if (result.numerator <= 0n) return undefined;
  const threshold = formatRational(result);
  return isWhole ? String(toUnits({ comparator, threshold }, 0)) : threshold;
}

/** "Reach" goes up to a higher threshold, and down to a lower one. */
function pointsAway(present: Rational, { comparator, threshold }: Threshold): boolean {
  const isUp = comparator === 'gte' || comparator === 'gt';
  const order = compare(decimalOf(threshold), present);
  return isUp ? order > 0 : order < 0;
}

export function decimalOf(text: string): Rational {
  const isNegative = text.startsWith('-');
  const value = rationalOfDecimal(isNegative ? text.slice(1) : text);
  if (!value) throw invalid(`${text} is not a decimal`);
  return isNegative ? { ...value, numerator: -value.numerator } : value;
}

/** A sentence for the `details` of the market. */
export function describeRelativeTo({ value, at, times, plus }: RelativeTo, unit: string): string {
  const present = `${groupDigits(value)} ${unit} at ${formatInstant(at)}`;
  if (times !== undefined) {
    return ` The threshold is ${times} times the value when the market was created: ${present}.`;
  }
  if (plus === undefined) return ` When the market was created the value was ${present}.`;
  const [side, size] = plus.startsWith('-') ? ['below', plus.slice(1)] : ['above', plus];
  return (
    ` The threshold is ${groupDigits(size)} ${unit} ${side} the value when the market was ` +
    `created: ${present}.`
  );
}
