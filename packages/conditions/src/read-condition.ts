import { DomainError, unixSeconds } from '@tote/domain';
import { isObject } from './canonical-json.ts';
import { parseCondition } from './compile-condition.ts';
import type { Condition, UnknownCondition } from './condition.ts';
import type { Fields } from './field-reader.ts';
import { renderCondition } from './render-condition.ts';

/**
 * The condition of a market, from the text on chain. Others create markets too, so the text may be
 * anything; only the one form that `compileCondition` writes counts as known.
 */
export function readCondition(text: string): Condition | UnknownCondition {
  const condition = parseText(text);
  const isCanonical = condition !== undefined && renderCondition(condition) === text;
  return isCanonical ? condition : { type: 'unknown', text };
}

function parseText(text: string): Condition | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const { version: _version, tokenAddress, ...fields } = value;
    if (tokenAddress !== null && typeof tokenAddress !== 'string') return undefined;
    return parseFields(fields, tokenAddress);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DomainError) return undefined;
    throw error;
  }
}

function parseFields(fields: Fields, tokenAddress: string | null): Condition {
  return parseCondition(fields, { question: '', tokenAddress, expiresAt: unixSeconds(0) });
}
