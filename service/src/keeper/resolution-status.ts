import type { Address } from '@solana/kit';
import { decidedBy, describeAwaited } from '@tote/conditions/decided-by';
import {
  formatInstant,
  isAwaitingOutcome,
  isBeforeExpiry,
  type MarketPhase,
  phaseAt,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';
import type { ResolutionStatus } from '../use-cases/use-cases.ts';
import type { Failure } from './attempts.ts';
import { describeDisabled } from './disabled-oracles.ts';
import { ENDING_TASKS, type TaskName } from './task.ts';

export interface ResolutionFacts {
  readonly clock: { now(): UnixSeconds };
  readonly wallMs: () => number;
  readonly keys: { readonly oracle: { readonly address: Address } };
  readonly failures: readonly { task: TaskName; failure: Failure | undefined }[];
  /** Its oracle has lost its power. */
  readonly isDisabled?: boolean;
}

/**
 * Why a market that takes no more bets has no outcome yet, or that an open one will get none; null
 * when there is nothing to say.
 */
export function describeResolution(
  market: MarketView,
  { clock, wallMs, keys, failures, isDisabled = false }: ResolutionFacts,
): ResolutionStatus | null {
  const now = clock.now();
  const phase = phaseAt(market, now);
  if (!isAwaitingOutcome(phase) && !(phase.state === 'open' && isDisabled)) return null;
  const waitingFor =
    isDisabled && phase.state !== 'refund_due'
      ? describeDisabled(market)
      : describeWait(market, keys.oracle.address, phase);
  // Failures of paying are not about the outcome.
  const failure = failures.find((one) => one.failure && ENDING_TASKS.includes(one.task))?.failure;
  if (!failure) return { waitingFor, lastFailure: null, nextTryAt: null };
  // Tries go by wall time and are told in the chain's.
  const waitSeconds = Math.max(0, Math.ceil((failure.nextTryMs - wallMs()) / 1_000));
  return { waitingFor, lastFailure: failure.text, nextTryAt: unixSeconds(now + waitSeconds) };
}

function describeWait(market: MarketView, oracle: Address, phase: MarketPhase): string {
  if (phase.state === 'refund_due') return 'the refund of every stake';
  if (isBeforeExpiry(phase)) return `the expiry at ${formatInstant(market.expiresAt)}`;
  return describeAwaited(decidedBy(market, oracle), market.expiresAt);
}
