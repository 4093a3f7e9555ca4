// From fields to a condition. Apart from `compile-condition.ts`, because the verifier needs it in
// browsers, and need not read questions.
import { isObject } from './canonical-json.ts';
import type { Condition } from './condition.ts';
import type { ConditionInput } from './condition-input.ts';
import { FieldReader, type Fields, invalid } from './field-reader.ts';
import { CONDITION_TYPES, findKind } from './kinds/kind-of.ts';

export function parseCondition(fields: Fields, input: ConditionInput): Condition {
  const type = readType(fields);
  const kind = findKind(type);
  if (!kind) {
    const known = CONDITION_TYPES.join(', ');
    throw invalid(`the type ${type} is not one of: ${known}; or leave the condition out`);
  }
  const reader = new FieldReader(fields, type, { read: new Set(['type']) });
  const condition = kind.parse(reader, input);
  reader.finish();
  return condition;
}

export function readFields(condition: unknown): Fields {
  if (!isObject(condition)) throw invalid('it must be an object with a type');
  readType(condition);
  return condition;
}

function readType(fields: Fields): string {
  const type = Object.hasOwn(fields, 'type') ? fields.type : undefined;
  if (typeof type === 'string') return type;
  const known = CONDITION_TYPES.join(', ');
  throw invalid(`it needs a type, one of ${known}, and its fields; or leave the condition out`);
}
