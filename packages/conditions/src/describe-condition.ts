import { formatInstant, printable, type UnixSeconds } from '@tote/domain';
import type { MarketSource } from '@tote/program-client';
import type { ParsedCondition } from './condition.ts';
import { kindOf } from './kinds/kind-of.ts';
import { describeRelativeTo } from './kinds/shared/relative-to.ts';
import { isOracleMarket } from './oracle-market.ts';

export function describeCondition(condition: ParsedCondition, expiresAt: UnixSeconds): string {
  if (condition.type !== 'unknown') {
    const words = kindOf(condition).describe(condition, expiresAt);
    if (!('relativeTo' in condition) || !condition.relativeTo) return words;
    return words + describeRelativeTo(condition.relativeTo, condition.unit);
  }
  const text = printable(condition.text);
  const by = formatInstant(expiresAt);
  return `Its creator wrote a condition that we do not verify, due at ${by}: ${text}`;
}

interface DescribedMarket {
  readonly source: MarketSource;
  readonly parsedCondition: ParsedCondition;
  readonly expiresAt: UnixSeconds;
  readonly mismatch: string | null;
}

const IF_DISABLED =
  'If the key of its oracle is disabled before the outcome is final, all stakes are refunded.';

/** With a mismatch the text says first that the condition is not what decides. */
export function describeMarketCondition(market: DescribedMarket): string {
  const { parsedCondition, expiresAt, mismatch } = market;
  const words = describeCondition(parsedCondition, expiresAt);
  if (mismatch !== null) {
    return `This is not what decides the market. ${mismatch} Its condition says: ${words}`;
  }
  return isOracleMarket(market) ? `${words} ${IF_DISABLED}` : words;
}
