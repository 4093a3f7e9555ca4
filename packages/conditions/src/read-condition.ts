import { DomainError, unixSeconds } from '@tote/domain';
import { LRUCache } from 'lru-cache';
import { canonicalJson, isObject } from './canonical-json.ts';
import type { Condition, ParsedCondition } from './condition.ts';
import type { Fields } from './field-reader.ts';
import { parseCondition } from './parse-condition.ts';

/** Increased with every change of what a text compiles to, because old markets keep their rule. */
export const CONDITION_VERSION = 1;

/** The canonical text of a condition. Each condition has exactly one. */
export function renderCondition(condition: Condition): string {
  return canonicalJson({ ...condition, version: CONDITION_VERSION });
}

const KEPT_MAX = 5_000;
/** A market's row is read often, and its text never changes. */
const kept = new LRUCache<string, ParsedCondition>({ max: KEPT_MAX });

/**
 * The condition of a market, from the text on chain. Anyone may create markets with any text; only
 * the canonical form that `compileCondition` writes is known.
 */
export function readCondition(text: string): ParsedCondition {
  const known = kept.get(text);
  if (known) return known;
  const condition = parse(text);
  kept.set(text, condition);
  return condition;
}

function parse(text: string): ParsedCondition {
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
