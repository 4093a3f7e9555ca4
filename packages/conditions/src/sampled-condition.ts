// Conditions that are neither facts nor attested: the oracle decides them by samples.
import { addSeconds, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import type { Condition } from './condition.ts';
import type { PoolRule } from './condition-kind.ts';
import { FIRST_SECONDS_MAX } from './evaluation/evaluate-samples.ts';
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

/** Samples that were taken in time are stored within this many seconds. */
const STORING_SECONDS = 10;

/** After this moment no sample can be added to what decides the market. */
export function lastSampleAt(
  { isTriggered, pool }: Pick<SampledCondition, 'isTriggered' | 'pool'>,
  expiresAt: UnixSeconds,
): UnixSeconds {
  const isFirst = !isTriggered && !pool;
  return addSeconds(expiresAt, isFirst ? FIRST_SECONDS_MAX : STORING_SECONDS);
}

export function asSampled(condition: ParsedCondition): SampledCondition | undefined {
  if (condition.type === 'unknown' || condition.type === 'attested') return undefined;
  // Web sources are not accounts: they are polled apart.
  if (condition.type === 'web_value' || !('timing' in condition)) return undefined;
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
