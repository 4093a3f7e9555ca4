import { attested } from './attested.ts';
import { isObject } from './canonical-json.ts';
import type { CompiledCondition, ConditionInput } from './condition.ts';
import { FieldReader, invalid } from './field-reader.ts';
import { renderCondition } from './render-condition.ts';

/**
 * What the keeper can decide today: attested events. `compileCondition` knows the measured types
 * too; they are offered to creators once their sources are read at the expiry.
 */
export function compileSupported(input: ConditionInput): CompiledCondition {
  const fields = input.condition === undefined ? { type: 'attested' } : input.condition;
  if (!isObject(fields)) throw invalid('it must be an object with a type');
  const type = Object.hasOwn(fields, 'type') ? fields.type : undefined;
  if (typeof type !== 'string') throw invalid('it needs a type: attested');
  if (type !== 'attested') {
    throw invalid(`the type ${type} is not one of: attested; or leave the condition out`);
  }
  const reader = new FieldReader(fields, type);
  const condition = attested.parse(reader, input);
  reader.finish();
  const canonical = renderCondition(condition);
  return { condition, canonical, ...attested.decide(), warnings: attested.warn() };
}
