// From a request to the condition that will decide its market.
import { DomainError } from '@tote/domain';
import { ANSWER_SECONDS } from './attestation.ts';
import { isObject } from './canonical-json.ts';
import { contradiction } from './compare-question.ts';
import type { CompiledCondition, Condition } from './condition.ts';
import type { ConditionInput } from './condition-input.ts';
import { resolutionRuleOf } from './evaluate.ts';
import { type Fields, invalid } from './field-reader.ts';
import { findKind, kindOf } from './kinds/kind-of.ts';
import { parseCondition, readFields } from './parse-condition.ts';
import { closeFields, isOpen, keepSamples, type SampledInput } from './present-value.ts';
import { asksForEvent } from './questions/asks-for-event.ts';
import { compileQuestion, sayWhyAttested } from './questions/compile-question.ts';
import { warnOfNoQuestion, warnOfTimes } from './questions/warnings.ts';
import { renderCondition } from './read-condition.ts';

const CANONICAL_BYTES_MAX = 1_024;

export async function compileCondition(input: SampledInput): Promise<CompiledCondition> {
  const compiled = await compileGiven(input);
  const isAttested = compiled.condition.type === 'attested';
  const unclear = isAttested ? warnOfNoQuestion(input.question) : [];
  return { ...compiled, warnings: [...unclear, ...warnOfTimes(input), ...compiled.warnings] };
}

/** Without a structured condition the question is compiled. */
async function compileGiven(input: SampledInput): Promise<CompiledCondition> {
  if (input.condition === undefined) return compileFromQuestion(input);
  const fields = readFields(input.condition);
  if (!Object.hasOwn(fields, 'relativeTo')) {
    const compiled = await compileFields(fields, input);
    await refuseOtherSide(compiled.condition, input);
    return compiled;
  }
  // Whoever sends a preview's condition back gets what is measured now.
  const compiled = await compileFromQuestion(input);
  if (isSameChange(fields, compiled.condition)) return compiled;
  throw invalid('relativeTo is measured when the question asks for such a change: leave it out');
}

function isSameChange(fields: Fields, condition: Condition): boolean {
  const { relativeTo } = fields;
  if (!('relativeTo' in condition) || !condition.relativeTo || !isObject(relativeTo)) return false;
  const { times, plus } = condition.relativeTo;
  const isLevel = times === undefined && plus === undefined;
  const names = ['type', 'comparator', 'timing', 'unit', ...(isLevel ? ['threshold'] : [])];
  return (
    names.every((name) => fields[name] === condition[name as 'unit']) &&
    relativeTo.times === times &&
    relativeTo.plus === plus
  );
}

/** "Reach $100" goes up or down by the present value, not as a condition beside it says. */
async function refuseOtherSide(condition: Condition, input: SampledInput): Promise<void> {
  const { fields } = compileQuestion(input);
  if (fields.direction === undefined || !('comparator' in condition)) return;
  const closed = await closeFields(fields, input);
  if ('why' in closed) return;
  const meant = parseCondition(closed.fields, input);
  const isUp = ({ comparator }: { comparator: string }) => comparator.startsWith('g');
  if ('comparator' in meant && isUp(meant) !== isUp(condition)) {
    throw contradiction(meant, condition, input.expiresAt);
  }
}

/** A question that asks for an impossible value is attested by the oracle. */
async function compileFromQuestion(input: SampledInput): Promise<CompiledCondition> {
  const { fields, warnings } = compileQuestion(input);
  try {
    const compiled = await compileFound(fields, input);
    return { ...compiled, warnings: [...warnings, ...compiled.warnings] };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'condition_invalid') throw error;
    return attest(input, error.message);
  }
}

async function compileFound(fields: Fields, input: SampledInput): Promise<CompiledCondition> {
  if (!isOpen(fields)) return compileFields(fields, input);
  const closed = await closeFields(fields, input);
  if ('why' in closed) {
    const attested = await attest(input, sayWhyAttested(closed.why));
    return closed.lacksUnit ? { ...attested, lacksUnit: true } : attested;
  }
  const compiled = await compileFields(closed.fields, input);
  if (!('relativeTo' in compiled.condition)) return compiled;
  const kept = await keepSamples(compiled.condition, closed.samples);
  return 'why' in kept ? attest(input, sayWhyAttested(kept.why)) : { ...compiled, ...kept };
}

async function attest(input: SampledInput, warning: string): Promise<CompiledCondition> {
  return { ...(await compileFields({ type: 'attested' }, input)), warnings: [warning] };
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
  const { attestation, expiresAt } = input;
  if (!findKind(fields.type)?.attestation) {
    if (attestation) throw new DomainError('attestation_not_applicable');
    return fields;
  }
  const asked = attestation?.silence ?? fields.silence;
  const isEvent = asksForEvent(input);
  if (asked === 'no' && !isEvent) throw new DomainError('attestation_contradicts_question');
  const silence = asked ?? (isEvent ? 'no' : 'refund');
  const { endsAt } = attestation ?? {};
  // Answers say when an event ends, too.
  const isEventsEnd = silence === 'no' && endsAt === expiresAt;
  if (endsAt === undefined || isEventsEnd) return { ...fields, silence };
  const answerSeconds = endsAt - expiresAt;
  const { least, most } = ANSWER_SECONDS;
  if (silence === 'no' || answerSeconds < least || answerSeconds > most) {
    throw new DomainError('attestation_ends_at_out_of_range');
  }
  return { ...fields, silence, answerSeconds };
}
