// From a request to the condition that will decide its market.
import { DomainError } from '@tote/domain';
import { ANSWER_SECONDS } from './attestation.ts';
import { baselineSamples, readBaseline, renderBaselineEvidence } from './baseline.ts';
import { isObject } from './canonical-json.ts';
import type { CompiledCondition, Condition } from './condition.ts';
import type { ConditionInput } from './condition-input.ts';
import { resolutionRuleOf } from './evaluate.ts';
import { type Fields, invalid } from './field-reader.ts';
import { findKind, kindOf } from './kinds/kind-of.ts';
import { thresholdFrom } from './kinds/shared/relative-to.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { parseCondition, readFields } from './parse-condition.ts';
import { asksForEvent } from './questions/asks-for-event.ts';
import { compileQuestion } from './questions/compile-question.ts';
import { renderCondition } from './render-condition.ts';

const CANONICAL_BYTES_MAX = 1_024;

export interface CompileInput extends ConditionInput {
  /** Samples of what the condition is about now; undefined if there are too few. */
  readonly takeSamples?: (
    condition: Condition,
    count: number,
  ) => Promise<readonly Sample[] | undefined>;
}

/** Without a structured condition the question is compiled. */
export async function compileCondition(input: CompileInput): Promise<CompiledCondition> {
  if (input.condition === undefined) return compileFromQuestion(input);
  const fields = readFields(input.condition);
  if (!Object.hasOwn(fields, 'relativeTo')) return compileFields(fields, input);
  // Whoever sends a preview's condition back gets what is measured now.
  const compiled = await compileFromQuestion(input);
  if (isSameChange(fields, compiled.condition)) return compiled;
  throw invalid('relativeTo is measured when the question asks for such a change: leave it out');
}

function isSameChange(fields: Fields, condition: Condition): boolean {
  if (!('relativeTo' in condition) || !isObject(fields.relativeTo)) return false;
  const isSame = (['type', 'comparator', 'timing', 'unit'] as const).every(
    (name) => fields[name] === condition[name],
  );
  return isSame && fields.relativeTo.times === condition.relativeTo?.times;
}

/** A question that asks for an impossible value is attested by the oracle. */
async function compileFromQuestion(input: CompileInput): Promise<CompiledCondition> {
  const { fields, warnings } = compileQuestion(input);
  if (fields.times !== undefined) return compileChange(fields, input, warnings);
  try {
    const compiled = await compileFields(fields, input);
    return { ...compiled, warnings: [...warnings, ...compiled.warnings] };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'condition_invalid') throw error;
    const attested = await compileFields({ type: 'attested' }, input);
    return { ...attested, warnings: [`${error.message} Until then the oracle attests it.`] };
  }
}

/** Any threshold will do for measuring. This one allows a wide confidence of a price. */
const ANY_THRESHOLD = '1000000';

/** "Rise by 20 %" needs the present value. Without it the oracle attests the question. */
async function compileChange(
  { times, ...fields }: Fields,
  input: CompileInput,
  warnings: readonly string[],
): Promise<CompiledCondition> {
  const provisional = parseCondition({ ...fields, threshold: ANY_THRESHOLD }, input);
  const samples = await input.takeSamples?.(provisional, baselineSamples(provisional));
  if (!('threshold' in provisional)) throw new RangeError('the condition has no threshold');
  const present = await readBaseline(provisional, samples ?? []);
  if (!present.ok) return attestChange(input, present.reason);
  const relativeTo = { ...present.value, times: String(times) };
  const { comparator } = provisional;
  const threshold = thresholdFrom(relativeTo, comparator, kindOf(provisional).isWhole);
  const compiled = await compileFields({ ...fields, threshold, relativeTo }, input);
  const again = await readBaseline(compiled.condition, samples ?? []);
  // The confidence that a price may have follows from the threshold.
  if (!again.ok) return attestChange(input, again.reason);
  const baseline = renderBaselineEvidence(samples ?? []);
  return { ...compiled, baseline, warnings: [...warnings, ...compiled.warnings] };
}

async function attestChange(input: CompileInput, reason: string): Promise<CompiledCondition> {
  const attested = await compileFields({ type: 'attested' }, input);
  const warning = `The present value cannot be read (${reason}), so the oracle attests it.`;
  return { ...attested, warnings: [warning] };
}

async function compileFields(given: Fields, input: ConditionInput): Promise<CompiledCondition> {
  const fields = withAttestation(given, input);
  const condition = parseCondition(fields, input);
  const canonical = renderCondition(condition);
  const bytes = new TextEncoder().encode(canonical).length;
  if (bytes > CANONICAL_BYTES_MAX) {
    throw invalid(`it takes ${bytes} bytes, and at most ${CANONICAL_BYTES_MAX} fit; shorten it`);
  }
  const rule = await resolutionRuleOf(condition);
  return { condition, canonical, ...rule, warnings: kindOf(condition).warn?.(condition) ?? [] };
}

/** An event may be made a verdict, but not the reverse: silence does not answer every question. */
function withAttestation(fields: Fields, input: ConditionInput): Fields {
  const { attestation, question, expiresAt, now } = input;
  if (!findKind(fields.type)?.attestation) {
    if (attestation) throw new DomainError('attestation_not_applicable');
    return fields;
  }
  const asked = attestation?.silence ?? fields.silence;
  const isEvent = asksForEvent(question, expiresAt, now);
  if (asked === 'no' && !isEvent) throw new DomainError('attestation_contradicts_question');
  const silence = asked ?? (isEvent ? 'no' : 'refund');
  const { endsAt } = attestation ?? {};
  if (endsAt === undefined) return { ...fields, silence };
  const answerSeconds = endsAt - expiresAt;
  const { least, most } = ANSWER_SECONDS;
  if (silence === 'no' || answerSeconds < least || answerSeconds > most) {
    throw new DomainError('attestation_ends_at_out_of_range');
  }
  return { ...fields, silence, answerSeconds };
}
