// Conditions that are neither facts nor attested: the oracle decides them by samples.
import { addSeconds, type UnixSeconds } from '@tote/domain';
import type { Condition, ParsedCondition } from './condition.ts';
import type { PoolRule } from './condition-input.ts';
import { timingOf } from './evaluate.ts';
import { FIRST_SECONDS_MAX } from './evaluation/evaluate-samples.ts';
import { kindOf } from './kinds/kind-of.ts';
import { flagsOf } from './kinds/shared/threshold.ts';

export interface SampledCondition {
  readonly condition: Condition;
  readonly isTriggered: boolean;
  readonly pool?: PoolRule;
  /** When the value is sampled that it is compared with; left out: an update has it, or none. */
  readonly startsAt?: UnixSeconds;
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
  if (condition.type === 'unknown') return undefined;
  const { attestation, web, fact, window, holders, startsAt, updates } = kindOf(condition);
  if (attestation || web || fact?.(condition)) return undefined;
  const { isTriggered } = flagsOf(timingOf(condition));
  return {
    ...{ condition, isTriggered, pool: window?.(condition) },
    countsHolders: holders !== undefined,
    ...(startsAt && !updates && { startsAt: startsAt(condition) }),
  };
}
