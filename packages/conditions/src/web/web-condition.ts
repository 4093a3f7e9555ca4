// What is fetched for a condition about web sources, and when.
import { addSeconds, type UnixSeconds } from '@tote/domain';
import { GAP_SECONDS_MAX } from '../evaluation/evaluate-samples.ts';
import type { Timing } from '../kinds/shared/threshold.ts';
import type { WebComparison } from './web-comparison.ts';
import type { WebSource } from './web-round.ts';

/** As many missed rounds are not missing data, unless that is less than for other samples. */
const ROUNDS_MISSED_MAX = 3;

export interface WebCondition extends WebComparison {
  readonly sources: readonly WebSource[];
  readonly quorum: number;
  readonly timing: Timing;
  /** At expiry: how long after it the first round is fetched. */
  readonly delaySeconds?: number;
  /** Before the expiry: how often the sources are fetched. */
  readonly pollSeconds?: number;
}

export function firstRoundAt(
  { delaySeconds = 0 }: Pick<WebCondition, 'delaySeconds'>,
  expiresAt: UnixSeconds,
): UnixSeconds {
  return addSeconds(expiresAt, delaySeconds);
}

/** A longer time without agreement leaves open whether it was met. */
export function gapSecondsMax({ pollSeconds = 0 }: Pick<WebCondition, 'pollSeconds'>): number {
  return Math.max(GAP_SECONDS_MAX, ROUNDS_MISSED_MAX * pollSeconds);
}
