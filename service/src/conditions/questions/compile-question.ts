import type { ConditionInput, Fields } from '../condition.ts';
export function compileQuestion(_input: ConditionInput): {
  fields: Fields;
  warnings: readonly string[];
} {
  return { fields: { type: 'attested' }, warnings: [] };
}
