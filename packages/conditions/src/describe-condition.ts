import {
  describeDuration,
  describeInstant,
  formatInstant,
  joinDetails,
  printable,
  splitDetails,
  type UnixSeconds,
} from '@tote/domain';
import type { MarketSource } from '@tote/program-client';
import type { ParsedCondition } from './condition.ts';
import { kindOf } from './kinds/kind-of.ts';
import { describeRelativeTo } from './kinds/shared/relative-to.ts';
import { isOracleMarket } from './oracle-market.ts';

export function describeCondition(
  condition: ParsedCondition,
  expiresAt: UnixSeconds,
  question?: string,
): string {
  if (condition.type !== 'unknown') {
    const words = kindOf(condition).describe(condition, expiresAt, question && printable(question));
    if (!('relativeTo' in condition) || !condition.relativeTo) return words;
    return words + describeRelativeTo(condition.relativeTo, condition.unit);
  }
  const by = describeInstant(expiresAt);
  return joinDetails({
    rule: `Its creator wrote a condition that we do not verify, due at ${by}.`,
    terms: `It says, for ${formatInstant(expiresAt)}: ${printable(condition.text)}`,
  });
}

const IF_DISABLED =
  'If the key of its oracle is disabled before the outcome is final, all stakes are refunded.';

/** What a service adds to the rule of a market about the made-up tokens of the embedded chain. */
export const DEMO_NOTICE =
  'Demo data: the prices, tokens and web sources here are made up and move by themselves.';

/** With a mismatch the text says first that the condition is not what decides. */
export function describeMarketCondition(market: {
  readonly question: string;
  readonly source: MarketSource;
  readonly parsedCondition: ParsedCondition;
  readonly expiresAt: UnixSeconds;
  readonly mismatch: string | null;
  readonly vetoSeconds: number;
}): string {
  const { question, parsedCondition, expiresAt, mismatch, vetoSeconds } = market;
  const words = describeCondition(parsedCondition, expiresAt, question);
  if (mismatch !== null) {
    const { rule, terms } = splitDetails(words);
    return joinDetails({
      rule: 'This is not what decides the market: its rule on chain differs from its condition.',
      terms: `${mismatch} Its condition says: ${rule} ${terms}`,
    });
  }
  if (!isOracleMarket(market)) return words;
  const veto =
    vetoSeconds === 0
      ? ''
      : ` The outcome is final ${describeDuration(vetoSeconds)} after the oracle has set it. ` +
        'Until then the guardian can veto it, and then all stakes are refunded.';
  return `${words}${veto} ${IF_DISABLED}`;
}
