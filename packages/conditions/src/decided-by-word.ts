// How a market is decided, in one word: for lists, and for everybody who looks at it.
import type { MarketSource } from '@tote/program-client';
import { isOracleMarket } from './oracle-market.ts';
import type { ParsedCondition } from './read-condition.ts';

export const DECIDED_BY_WORDS = ['fact', 'samples', 'attestation', 'web'] as const;

/**
 * fact: the program reads an account. samples: an oracle measures. attestation: an oracle says it.
 * web: an oracle reads web sources.
 */
export type DecidedByWord = (typeof DECIDED_BY_WORDS)[number];

/** What an oracle does for each type. Of an unknown condition there is only the oracle's word. */
const BY_ORACLE: Readonly<Record<ParsedCondition['type'], DecidedByWord>> = {
  account_fact: 'samples',
  attested: 'attestation',
  holder_count: 'samples',
  market_cap: 'samples',
  price_feed: 'samples',
  price_ratio: 'samples',
  token_event: 'samples',
  token_price: 'samples',
  token_ratio: 'samples',
  token_supply: 'samples',
  unknown: 'attestation',
  web_value: 'web',
};

export function decidedByWord(market: {
  readonly source: MarketSource;
  readonly parsedCondition: ParsedCondition;
}): DecidedByWord {
  return isOracleMarket(market) ? BY_ORACLE[market.parsedCondition.type] : 'fact';
}
