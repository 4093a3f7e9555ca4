import { canonicalJson } from './canonical-json.ts';
import type { Condition } from './condition.ts';

/** Increased with every change of what a text compiles to, because old markets keep their rule. */
export const CONDITION_VERSION = 1;

/** The canonical text of a condition. Each condition has exactly one. */
export function renderCondition(condition: Condition): string {
  return canonicalJson({ ...condition, version: CONDITION_VERSION });
}
