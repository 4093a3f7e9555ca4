// How a market is decided, in one word: for lists, and for everybody who looks at it.
import type { MarketSource } from '@tote/program-client';
import type { ParsedCondition } from './condition.ts';
import { findKind } from './kinds/kind-of.ts';
import { isOracleMarket } from './oracle-market.ts';

export const DECIDED_BY_WORDS = ['fact', 'samples', 'attestation', 'web'] as const;

/**
 * fact: the program reads an account. samples: an oracle measures. attestation: an oracle says it.
 * web: an oracle reads web sources.
 */
export type DecidedByWord = (typeof DECIDED_BY_WORDS)[number];

export function decidedByWord(market: {
  readonly source: MarketSource;
  readonly parsedCondition: ParsedCondition;
}): DecidedByWord {
  if (!isOracleMarket(market)) return 'fact';
  const kind = findKind(market.parsedCondition.type);
  // For an unknown condition there is only the oracle's word.
  if (!kind || kind.attestation) return 'attestation';
  return kind.web ? 'web' : 'samples';
}
