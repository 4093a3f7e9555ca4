import type { Condition, Decision } from '../conditions/condition.ts';
import { decideCondition } from '../conditions/evaluate.ts';
import { isOracleMarket } from '../conditions/oracle-market.ts';
import { readCondition } from '../conditions/read-condition.ts';
import type { PriceUpdates } from '../oracles/price-updates.ts';
import type { MarketView } from '../store/projection/market-view.ts';

export interface MarketFact {
  readonly condition: Condition;
  readonly decision: Decision;
}

type FactMarket = Pick<MarketView, 'source' | 'subject' | 'factOwner' | 'condition'>;

/**
 * The fact that decides the market. Undefined if it names an oracle, or if its text does not say
 * what its fact is about: anyone may create such a market, and somebody else may resolve it.
 */
export async function findFact(market: FactMarket): Promise<MarketFact | undefined> {
  if (isOracleMarket(market)) return undefined;
  const condition = readCondition(market.condition);
  if (condition.type === 'unknown') return undefined;
  const decision = await decideCondition(condition);
  const { decider } = decision;
  const isSame =
    decider.source === market.source &&
    'factOwner' in decider &&
    decider.factOwner === market.factOwner &&
    (!('account' in decider) || decider.account === market.subject);
  return isSame ? { condition, decision } : undefined;
}

/** Whether the keeper can bring what decides it. */
export function isDecidedByFact(
  market: FactMarket,
  updates: Pick<PriceUpdates, 'covers'>,
): boolean {
  if (isOracleMarket(market)) return false;
  const condition = readCondition(market.condition);
  if (condition.type === 'price_feed') return updates.covers(condition.feedId);
  return condition.type !== 'unknown';
}
