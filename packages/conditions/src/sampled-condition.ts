// Conditions that no fact on chain decides and nobody attests: the oracle measures them.
import { MarketSource } from '@tote/program-client';
import type { Condition } from './condition.ts';
import type { PoolRule } from './condition-kind.ts';
import { kindOf } from './kinds.ts';
import type { ParsedCondition } from './read-condition.ts';
import type { Timing } from './threshold.ts';

export interface SampledCondition {
  readonly condition: Condition;
  readonly timing: Timing;
  /** Undefined: a single sample speaks for itself. */
  readonly pool?: PoolRule;
  /** Counting takes longer than reading a few accounts. */
  readonly countsHolders: boolean;
}

export function asSampled(condition: ParsedCondition): SampledCondition | undefined {
  if (condition.type === 'unknown' || condition.type === 'attested') return undefined;
  if (!('timing' in condition)) return undefined;
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
