import { canonicalJson } from './canonical-json.ts';
import type { Condition } from './condition.ts';

const VERSION = 1;

/** The canonical text of a condition. Each condition has exactly one. */
export function renderCondition(condition: Condition): string {
  return canonicalJson({ ...condition, version: VERSION });
}
