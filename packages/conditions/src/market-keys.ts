// By what markets that ask the same are found. The keys are derived from what is on chain, and are
// equal when two people mean the same, however they write it.
import { sha256Hex } from '@tote/lib/sha256';
import { canonicalJson } from './canonical-json.ts';
import { normaliseQuestion } from './questions/normalise-question.ts';
import type { ParsedCondition } from './read-condition.ts';

const KEY_CHARACTERS = 32;

/** The words of the question, and the token that it is about. */
export function questionKey(question: string, tokenAddress: string | null): string {
  const { text, addresses } = normaliseQuestion(question);
  return hash(JSON.stringify([text, addresses, tokenAddress]));
}

/**
 * What is measured, without what creation has found out about the token by itself. Empty for
 * conditions that say nothing by themselves: somebody's word decides those.
 */
export function conditionKey(condition: ParsedCondition): string {
  if (condition.type === 'unknown' || condition.type === 'attested') return '';
  const found = { pool: undefined, decimals: undefined, tokenProgram: undefined };
  return hash(canonicalJson({ ...condition, ...found }));
}

function hash(text: string): string {
  return sha256Hex(text).slice(0, KEY_CHARACTERS);
}
