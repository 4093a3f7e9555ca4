import type { Condition } from '@tote/conditions/condition';
import type { Decision } from '@tote/conditions/condition-kind';
import { decideCondition } from '@tote/conditions/evaluate';
import { isOracleMarket } from '@tote/conditions/oracle-market';
import { readCondition } from '@tote/conditions/read-condition';
import type { PriceUpdates } from '@tote/oracles/price-updates';
import type { MarketView } from '../store/projection/market-view.ts';

export interface MarketFact {
  readonly condition: Condition;
  readonly decision: Decision;
}

type FactMarket = Pick<MarketView, 'source' | 'condition' | 'mismatch'>;

/**
 * The fact that decides the market. Undefined if it names an oracle, or if its text is not what
 * decides it: anyone may create such a market, and somebody else may resolve it.
 */
export async function findFact(market: FactMarket): Promise<MarketFact | undefined> {
  if (isOracleMarket(market) || market.mismatch !== null) return undefined;
  const condition = readCondition(market.condition);
  if (condition.type === 'unknown') return undefined;
  return { condition, decision: await decideCondition(condition) };
}

/** Whether the keeper can bring what decides it. */
export function isDecidedByFact(
  market: FactMarket,
  updates: Pick<PriceUpdates, 'covers'>,
): boolean {
  if (isOracleMarket(market) || market.mismatch !== null) return false;
  const condition = readCondition(market.condition);
  if (condition.type === 'price_feed') return updates.covers(condition.feedId);
  return condition.type !== 'unknown';
}
