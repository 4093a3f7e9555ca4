// Conditions that are neither facts nor attested: the oracle decides them by samples.
import { addSeconds, UNIX_SECONDS_MAX, type UnixSeconds, unixSeconds } from '@tote/domain';
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
  readonly countsLaunches?: boolean;
}

/** Samples that were taken in time are stored within this many seconds. */
const STORING_SECONDS = 10;

/** After this moment no sample can be added to what decides the market. */
export function lastSampleAt(
  { isTriggered, pool, countsLaunches }: Omit<SampledCondition, 'condition' | 'countsHolders'>,
  expiresAt: UnixSeconds,
): UnixSeconds {
  // Past transactions can be counted later, too.
  if (countsLaunches) return unixSeconds(UNIX_SECONDS_MAX);
  const isFirst = !isTriggered && !pool;
  return addSeconds(expiresAt, isFirst ? FIRST_SECONDS_MAX : STORING_SECONDS);
}

export function asSampled(condition: ParsedCondition): SampledCondition | undefined {
  if (condition.type === 'unknown') return undefined;
  const { attestation, web, fact, window, holders, launches, startsAt, updates } =
    kindOf(condition);
  if (attestation || web || fact?.(condition)) return undefined;
  const { isTriggered } = flagsOf(timingOf(condition));
  return {
    ...{ condition, isTriggered, pool: window?.(condition) },
    countsHolders: holders !== undefined,
    ...(launches && { countsLaunches: true }),
    ...(startsAt && !updates && { startsAt: startsAt(condition) }),
  };
}
