import type { Address } from '@solana/kit';
import { isOracleMarket } from '@tote/conditions/oracle-market';
import { readCondition } from '@tote/conditions/read-condition';
import type { MarketView } from '../store/projection/market-view.ts';

type Decided = Pick<MarketView, 'source' | 'subject' | 'condition' | 'mismatch'>;

/**
 * Whether the outcome is ours to say: the market names our oracle, and its condition is one that we
 * verify. Anyone may create a market with our oracle and a condition that means nothing to us; such
 * a market gets no outcome and is refunded.
 */
export function isDecidedByUs(market: Decided, oracle: Address): boolean {
  if (market.mismatch !== null) return false;
  if (!isOracleMarket(market) || market.subject !== oracle) return false;
  return readCondition(market.condition).type === 'attested';
}
