import { type Condition, KINDS } from './index.ts';
import type { Kind } from './kind.ts';

// Each kind gets only conditions of its own type, which the compiler cannot infer here.
const BY_TYPE = new Map(KINDS.map((kind) => [kind.type as string, kind as Kind<Condition>]));

export const CONDITION_TYPES: readonly string[] = [...BY_TYPE.keys()];

/** By a name from a request or from the chain. */
export function findKind(type: unknown): Kind<Condition> | undefined {
  return BY_TYPE.get(type as string);
}

export function kindOf(condition: Condition): Kind<Condition> {
  const kind = findKind(condition.type);
  if (!kind) throw new RangeError(`no condition has the type ${condition.type}`);
  return kind.variant?.(condition) ?? kind;
}
