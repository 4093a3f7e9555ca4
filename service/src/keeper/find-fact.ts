import type { Address } from '@solana/kit';
import {
  type DecidedByFact,
  type DecidedMarket,
  decidedBy,
  isDecidedByFact,
} from '@tote/conditions/decided-by';
import { resolutionRuleOf } from '@tote/conditions/evaluate';
import type { ResolutionRule } from '@tote/conditions/resolution-rule';

/** Who decides a market, and the rule that its condition compiles to. */
export interface MarketFact {
  readonly decided: DecidedByFact;
  readonly rule: ResolutionRule;
}

/** The fact that decides the market; undefined if no fact does. */
export async function findFact(
  market: DecidedMarket,
  oracle: Address,
): Promise<MarketFact | undefined> {
  const decided = decidedBy(market, oracle);
  if (!isDecidedByFact(decided)) return undefined;
  return { decided, rule: await resolutionRuleOf(decided.condition) };
}
