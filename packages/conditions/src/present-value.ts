// What a question leaves to the present value: "rise by 20 %" needs a threshold, "reach $100" a
// direction, "rise to $100" must be below it now.
import { baselineSamples, isRoundedUp, readBaseline, renderBaselineEvidence } from './baseline.ts';
import type { Condition } from './condition.ts';
import type { ConditionInput } from './condition-input.ts';
import type { Fields } from './field-reader.ts';
import { kindOf } from './kinds/kind-of.ts';
import { thresholdFrom } from './kinds/shared/relative-to.ts';
import { holds, type Threshold, thresholdOf } from './kinds/shared/threshold.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { compare, distance, multiply, rational } from './oracles/rational.ts';
import { parseCondition } from './parse-condition.ts';

export interface SampledInput extends ConditionInput {
  /** Samples of what the condition is about now; undefined if there are too few. */
  readonly takeSamples?: (
    condition: Condition,
    count: number,
  ) => Promise<readonly Sample[] | undefined>;
}

/** What `compileQuestion` may leave open, beside the fields of a condition. */
interface Open {
  readonly times?: string;
  readonly plus?: string;
  readonly direction?: 'reaches' | 'crosses';
  /** From which it must come. */
  readonly side?: 'below' | 'above';
  /** The number has neither a unit nor a multiplier. */
  readonly bare?: true;
}

/** The fields of a condition and what they were computed from, or why the value does not tell. */
type Closed =
  | { readonly fields: Fields; readonly samples: readonly Sample[] }
  | { readonly why: string; readonly lacksUnit?: true };

/** Any threshold will do for measuring. This one allows a wide confidence of a price. */
const ANY_THRESHOLD = '1000000';
const FAR = rational(20n);
/** Nearer to the threshold than this part of it, nobody knows the direction. */
const CLOSE = rational(1n, 100n);

export const isOpen = ({ type, times, plus, direction, side, bare }: Fields): boolean =>
  type !== 'change' && [times, plus, direction, side, bare].some((each) => each !== undefined);

export async function closeFields(given: Fields, input: SampledInput): Promise<Closed> {
  const { times, plus, direction, side, bare, ...fields } = given as Fields & Open;
  const condition = parseCondition(sampledFields(fields), input) as Condition & Threshold;
  const measured = parseCondition({ ...sampledFields(fields), threshold: ANY_THRESHOLD }, input);
  const samples = (await input.takeSamples?.(measured, baselineSamples(measured))) ?? [];
  const change = { ...(times !== undefined && { times }), ...(plus !== undefined && { plus }) };
  const present = await readBaseline(measured, samples, isRoundedUp(condition, change));
  if (bare && present.ok && isFar(present.value.value, condition)) {
    const why = `it is ${present.value.value} now: write "$" or "k" with the number`;
    return { why, lacksUnit: true };
  }
  if (side !== undefined) {
    if (!present.ok) return { fields, samples };
    const { value } = present.value;
    const isAbove = holds(thresholdOf(value), { ...condition, comparator: 'gte' });
    return isAbove === (side === 'below')
      ? { why: `it is ${value} now, and would not have to move` }
      : { fields, samples };
  }
  const isLevel = [times, plus, direction].every((each) => each === undefined);
  if (isLevel) return { fields, samples };
  if (!present.ok) return { why: `the present value cannot be read: ${present.reason}` };
  const { value } = present.value;
  const comparator =
    direction === undefined ? condition.comparator : directionOf(direction, condition, value);
  if (comparator === undefined) {
    return { why: `it is ${value} now, too close to tell up from down` };
  }
  const relativeTo = { ...present.value, ...change };
  const { isWhole } = kindOf(condition);
  const threshold = thresholdFrom(relativeTo, { ...condition, comparator }, isWhole);
  if (threshold === undefined) return { why: `it is ${value} now, and cannot fall by that much` };
  return { fields: { ...fields, comparator, threshold, relativeTo }, samples };
}

/** A range is of what another kind measures. */
function sampledFields({ of, within, low, high, ...fields }: Fields): Fields {
  const value = of === undefined ? fields : { ...fields, type: of, threshold: low };
  return { comparator: 'gte', threshold: ANY_THRESHOLD, ...value };
}

/** Whoever leaves out the thousands, or counts in another unit, is far from the present value. */
function isFar(value: string, { threshold }: Threshold): boolean {
  const [now, to] = [thresholdOf(value), thresholdOf(threshold)];
  return compare(multiply(now, FAR), to) < 0 || compare(multiply(to, FAR), now) < 0;
}

/** Whether the samples still tell the value: the confidence of a price follows the threshold. */
export async function keepSamples(
  condition: Condition,
  samples: readonly Sample[],
): Promise<{ readonly baseline: string } | { readonly why: string }> {
  const present = await readBaseline(condition, samples);
  if (!present.ok) return { why: `the present value cannot be read: ${present.reason}` };
  return { baseline: renderBaselineEvidence(samples) };
}

/** Up to a higher value, down to a lower one; undefined if it is nearly there. */
function directionOf(direction: string, { threshold }: Threshold, value: string) {
  const [to, now] = [thresholdOf(threshold), thresholdOf(value)];
  const isUp = compare(now, to) < 0;
  if (compare(distance(to, now), multiply(to, CLOSE)) <= 0) return undefined;
  if (direction === 'crosses') return isUp ? 'gt' : 'lt';
  return isUp ? 'gte' : 'lte';
}
