import { DomainError } from '@tote/domain';
import { compileAttested } from './attested.ts';
import { isObject } from './canonical-json.ts';
import type { CompiledCondition, ConditionInput } from './condition.ts';
import { CONDITION_TYPES, findKind } from './kinds.ts';

/** What will decide the market. Without a structured condition the question itself is asked. */
export function compileCondition(input: ConditionInput): CompiledCondition {
  const { condition } = input;
  if (condition === undefined) return compileAttested(input);
  if (!isObject(condition)) throw invalid('it must be an object with a type');
  const type = Object.hasOwn(condition, 'type') ? condition.type : undefined;
  if (typeof type !== 'string') throw invalid(`it needs a type: ${CONDITION_TYPES.join(', ')}`);
  const kind = findKind(type);
  if (!kind) {
    const known = CONDITION_TYPES.join(', ');
    throw invalid(`the type ${type} is not one of: ${known}; or leave the condition out`);
  }
  return kind.compile(condition, input);
}

function invalid(reason: string): DomainError {
  return new DomainError('condition_invalid', { reason });
}
