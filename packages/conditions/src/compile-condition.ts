// From a request to the condition that will decide its market.
import { DomainError } from '@tote/domain';
import { ANSWER_SECONDS } from './attested.ts';
import { isObject } from './canonical-json.ts';
import type { CompiledCondition, Condition } from './condition.ts';
import type { ConditionInput } from './condition-kind.ts';
import { FieldReader, type Fields, invalid } from './field-reader.ts';
import { CONDITION_TYPES, findKind, kindOf } from './kinds.ts';
import { asksForEvent } from './questions/asks-for-event.ts';
import { compileQuestion } from './questions/compile-question.ts';
import { renderCondition } from './render-condition.ts';

const CANONICAL_BYTES_MAX = 1_024;

/** Without a structured condition the question is compiled. */
export async function compileCondition(input: ConditionInput): Promise<CompiledCondition> {
  if (input.condition !== undefined) return compileFields(readFields(input.condition), input);
  return compileFromQuestion(input);
}

/** A question that asks for an impossible value is attested by the oracle. */
async function compileFromQuestion(input: ConditionInput): Promise<CompiledCondition> {
  const { fields, warnings } = compileQuestion(input);
  try {
    const compiled = await compileFields(fields, input);
    return { ...compiled, warnings: [...warnings, ...compiled.warnings] };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'condition_invalid') throw error;
    const attested = await compileFields({ type: 'attested' }, input);
    return { ...attested, warnings: [`${error.message} Until then the oracle attests it.`] };
  }
}

async function compileFields(given: Fields, input: ConditionInput): Promise<CompiledCondition> {
  const fields = withAttestation(given, input);
  const condition = parseCondition(fields, input);
  const canonical = renderCondition(condition);
  if (Buffer.byteLength(canonical) > CANONICAL_BYTES_MAX) {
    throw invalid(`it takes more than ${CANONICAL_BYTES_MAX} bytes`);
  }
  const kind = kindOf(condition);
  const rule = await kind.resolutionRule(condition);
  return { condition, canonical, ...rule, warnings: kind.warn(condition) };
}

/** An event may be made a verdict, but not the reverse: silence does not answer every question. */
function withAttestation(fields: Fields, input: ConditionInput): Fields {
  const { attestation, question, expiresAt, now } = input;
  if (fields.type !== 'attested') {
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

/** Throws `condition_invalid` with what is wrong. */
export function parseCondition(fields: Fields, input: ConditionInput): Condition {
  const type = Object.hasOwn(fields, 'type') ? fields.type : undefined;
  if (typeof type !== 'string') throw invalid(`it needs a type: ${CONDITION_TYPES.join(', ')}`);
  const kind = findKind(type);
  if (!kind) {
    const known = CONDITION_TYPES.join(', ');
    throw invalid(`the type ${type} is not one of: ${known}; or leave the condition out`);
  }
  const reader = new FieldReader(fields, type);
  const condition = kind.parse(reader, input);
  reader.finish();
  return condition;
}

function readFields(condition: unknown): Fields {
  if (!isObject(condition)) throw invalid('it must be an object with a type');
  return condition;
}
