// A threshold that was computed from the value when the market was created: "rise by 20 %" is at
// least 1.2 times that value.
import { formatInstant, type UnixSeconds, unixSeconds } from '@tote/domain';
import { type FieldReader, invalid } from '../../field-reader.ts';
import { formatRational, multiply, rationalOfDecimal } from '../../oracles/rational.ts';
import { groupDigits, type Threshold, toUnits } from './threshold.ts';

export interface RelativeTo {
  readonly value: string;
  readonly at: UnixSeconds;
  readonly times: string;
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
    at: unixSeconds(nested.integer('at', { least: 0, most: Number.MAX_SAFE_INTEGER })),
    times: nested.decimal('times'),
    evidence: nested.text('evidence'),
  };
  nested.finish();
  if (!/^[0-9a-f]{64}$/.test(relativeTo.evidence)) throw invalid('its evidence is not a hash');
  if (thresholdFrom(relativeTo, condition.comparator, isWhole) !== condition.threshold) {
    throw invalid('its threshold does not follow from relativeTo');
  }
  return { relativeTo };
}

/** At least 12.5 holders are at least 13. */
export function thresholdFrom(
  { value, times }: Pick<RelativeTo, 'value' | 'times'>,
  comparator: Threshold['comparator'],
  isWhole = false,
): string {
  const [present, factor] = [rationalOfDecimal(value), rationalOfDecimal(times)];
  if (!present || !factor) throw new RangeError(`${value} or ${times} is not a decimal`);
  const threshold = formatRational(multiply(present, factor));
  return isWhole ? String(toUnits({ comparator, threshold }, 0)) : threshold;
}

export function describeRelativeTo({ value, at, times }: RelativeTo, unit: string): string {
  return (
    ` The threshold is ${times} times the value when the market was created: ` +
    `${groupDigits(value)} ${unit} at ${formatInstant(at)}.`
  );
}
