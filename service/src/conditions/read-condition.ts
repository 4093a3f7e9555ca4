import { isObject } from './canonical-json.ts';
import type { Condition, UnknownCondition } from './condition.ts';
import { findKind } from './kinds.ts';
import { renderCondition } from './render-condition.ts';

/**
 * The condition of a market, from the text on chain. Others create markets too, so the text may be
 * anything; only the one form that `compileCondition` writes counts as known.
 */
export function readCondition(text: string): Condition | UnknownCondition {
  const fields = parseFields(text);
  const kind = typeof fields?.type === 'string' ? findKind(fields.type) : undefined;
  const condition = fields && kind?.read(fields);
  if (!condition) return { type: 'unknown', text };
  const isCanonical = renderCondition(condition) === text;
  return isCanonical ? condition : { type: 'unknown', text };
}

function parseFields(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
