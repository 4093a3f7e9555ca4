// Keys for finding markets: those that ask the same, and those whose question has some words. They
// are derived from what is on chain, and are equal for the same meaning in different writing.
import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import { canonicalJson } from './canonical-json.ts';
import type { ParsedCondition } from './condition.ts';
import { kindOf } from './kinds/kind-of.ts';
import { normaliseQuestion } from './questions/normalise-question.ts';

const KEY_CHARACTERS = 32;

/** The words of the question, and the token that it is about. */
export function questionKey(question: string, tokenAddress: string | null): string {
  const { text, addresses } = normaliseQuestion(question);
  return hash(JSON.stringify([text, addresses, tokenAddress]));
}

/**
 * What is measured, without the fields that creation reads from the chain. Empty for conditions
 * that are attested or unknown, as nothing is measured there.
 */
export function conditionKey(condition: ParsedCondition): string {
  if (condition.type === 'unknown' || kindOf(condition).attestation) return '';
  const found = {
    ...{ pool: undefined, decimals: undefined, tokenProgram: undefined },
    ...{ otherPool: undefined, otherDecimals: undefined, relativeTo: undefined },
    ...{ symbol: undefined, otherSymbol: undefined },
    ...{ liquidity: undefined, otherLiquidity: undefined },
  };
  return hash(canonicalJson({ ...condition, ...found }));
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The different words of a question or of a search, in lower case. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.normalize('NFKC').toLowerCase().match(WORD) ?? [])];
}

function hash(text: string): string {
  return sha256Hex(text).slice(0, KEY_CHARACTERS);
}
