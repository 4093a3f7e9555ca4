import { attested } from './attested.ts';
import type { Condition, ConditionKind } from './condition.ts';

/** Every type of condition that can be verified here. A new one is a file and a line. */
const KINDS = new Map<string, ConditionKind>([['attested', attested]]);

export const CONDITION_TYPES: readonly string[] = [...KINDS.keys()];

/** By a name that may come from anywhere. */
export function findKind(type: string): ConditionKind | undefined {
  return KINDS.get(type);
}

export function kindOf(condition: Condition): ConditionKind {
  const kind = KINDS.get(condition.type);
  if (!kind) throw new RangeError(`no condition has the type ${condition.type}`);
  return kind;
}
