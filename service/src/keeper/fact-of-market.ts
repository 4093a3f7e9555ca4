import type { Address } from '@solana/kit';
import type { Decision } from '@tote/conditions/condition-kind';
import {
  type DecidedByFact,
  type DecidedMarket,
  decidedBy,
  isDecidedByFact,
} from '@tote/conditions/decided-by';
import { decideCondition } from '@tote/conditions/evaluate';

export interface MarketFact {
  readonly decided: DecidedByFact;
  readonly decision: Decision;
}

/** The fact that decides the market; undefined if something else does. */
export async function findFact(
  market: DecidedMarket,
  oracle: Address,
): Promise<MarketFact | undefined> {
  const decided = decidedBy(market, oracle);
  if (!isDecidedByFact(decided)) return undefined;
  return { decided, decision: await decideCondition(decided.condition) };
}
