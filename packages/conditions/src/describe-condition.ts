import { formatInstant, printable, type UnixSeconds } from '@tote/domain';
import { kindOf } from './kinds.ts';
import type { ParsedCondition } from './read-condition.ts';

/** What the condition says, in words, with the moment that counts. */
export function describeCondition(condition: ParsedCondition, expiresAt: UnixSeconds): string {
  if (condition.type !== 'unknown') return kindOf(condition).describe(condition, expiresAt);
  const text = printable(condition.text);
  const by = formatInstant(expiresAt);
  return `Its creator wrote a condition that we do not verify, due at ${by}: ${text}`;
}

export interface DescribedMarket {
  readonly parsedCondition: ParsedCondition;
  readonly expiresAt: UnixSeconds;
  readonly mismatch: string | null;
}

/** The `details` of a market. What decides nothing is not shown as the rule. */
export function describeMarketCondition(market: DescribedMarket): string {
  const { parsedCondition, expiresAt, mismatch } = market;
  const words = describeCondition(parsedCondition, expiresAt);
  if (mismatch === null) return words;
  return `This is not what decides the market. ${mismatch} Its condition says: ${words}`;
}
