// Conditions that are neither facts nor attested: the oracle decides them by samples.
import { MarketSource } from '@tote/program-client';
import type { Condition } from './condition.ts';
import type { PoolRule } from './condition-kind.ts';
import { kindOf } from './kinds.ts';
import type { ParsedCondition } from './read-condition.ts';

export interface SampledCondition {
  readonly condition: Condition;
  /** Whether every sample may end the market. */
  readonly isTriggered: boolean;
  /** Undefined if a single sample decides. */
  readonly pool?: PoolRule;
  /** Counting takes longer than reading a few accounts. */
  readonly countsHolders: boolean;
}

export function asSampled(condition: ParsedCondition): SampledCondition | undefined {
  if (condition.type === 'unknown' || condition.type === 'attested') return undefined;
  if (!('timing' in condition)) return undefined;
  const rule = kindOf(condition).resolutionRule(condition);
  // Only rules of facts are promises, because their addresses are derived asynchronously.
  if (rule instanceof Promise || rule.decider.source !== MarketSource.Oracle) {
    return undefined;
  }
  const pool =
    'windowSeconds' in condition
      ? { windowSeconds: condition.windowSeconds, samplesMin: condition.samplesMin }
      : undefined;
  const { isTriggered } = rule;
  return { condition, isTriggered, pool, countsHolders: condition.type === 'holder_count' };
}
