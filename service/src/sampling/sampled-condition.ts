// Conditions that no fact on chain decides and nobody attests: the oracle measures them.
import type { Address } from '@solana/kit';
import type { Condition } from '@tote/conditions/condition';
import type { PoolRule } from '@tote/conditions/condition-kind';
import { kindOf } from '@tote/conditions/kinds';
import { isOracleMarket } from '@tote/conditions/oracle-market';
import { readCondition } from '@tote/conditions/read-condition';
import type { Timing } from '@tote/conditions/threshold';
import { MarketSource } from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';

export interface SampledCondition {
  readonly condition: Condition;
  readonly timing: Timing;
  /** Undefined: a single sample speaks for itself. */
  readonly pool?: PoolRule;
  /** Counting takes longer than reading a few accounts. */
  readonly countsHolders: boolean;
}

export function asSampled(condition: Condition): SampledCondition | undefined {
  if (condition.type === 'attested' || !('timing' in condition)) return undefined;
  const decision = kindOf(condition).decide(condition);
  // Only addresses of facts have to be waited for.
  if (decision instanceof Promise || decision.decider.source !== MarketSource.Oracle) {
    return undefined;
  }
  const { timing } = condition;
  const pool =
    'windowSeconds' in condition
      ? { windowSeconds: condition.windowSeconds, samplesMin: condition.samplesMin }
      : undefined;
  return { condition, timing, pool, countsHolders: condition.type === 'holder_count' };
}

/** From the text on chain. */
export function readSampled(text: string): SampledCondition | undefined {
  const condition = readCondition(text);
  return condition.type === 'unknown' ? undefined : asSampled(condition);
}

type Decided = Pick<MarketView, 'source' | 'subject' | 'condition' | 'mismatch'>;

/**
 * What we measure for the market. Undefined if its outcome is not ours to say: it names another
 * oracle, or its text is not what decides it; anyone may create such a market.
 */
export function findSampled(market: Decided, oracle: Address): SampledCondition | undefined {
  if (market.mismatch !== null || !isOracleMarket(market)) return undefined;
  return market.subject === oracle ? readSampled(market.condition) : undefined;
}
