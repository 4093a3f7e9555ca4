import type { Address } from '@solana/kit';
import { decidedBy, describeAwaited } from '@tote/conditions/decided-by';
import { lastSampleAt } from '@tote/conditions/sampled-condition';
import {
  formatInstant,
  isAwaitingOutcome,
  isBeforeExpiry,
  type MarketPhase,
  phaseAt,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import type { ResolutionStatus } from '../queries/query-context.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Failure } from './attempts.ts';
import { FREED } from './not-resolvable-yet.ts';
import { ENDING_TASKS, type TaskName } from './task.ts';

export interface ResolutionInput {
  readonly clock: { now(): UnixSeconds };
  readonly wallMs: () => number;
  readonly keys: { readonly oracle: { readonly address: Address } };
  readonly failures: readonly { task: TaskName; failure: Failure | undefined }[];
  readonly failedRound?: string;
}

export function describeResolution(
  market: MarketView,
  { clock, wallMs, keys, failures, failedRound }: ResolutionInput,
): ResolutionStatus | null {
  const now = clock.now();
  const phase = phaseAt(market, now);
  if (!isAwaitingOutcome(phase)) return null;
  const waitingFor = describeWait(market, { oracle: keys.oracle.address, phase, now });
  // Only failures of ending the market count, not those of paying out.
  const failure = failures.find((one) => one.failure && ENDING_TASKS.includes(one.task))?.failure;
  if (!failure) return { waitingFor, lastFailure: failedRound ?? null, nextTryAt: null };
  // Retries are scheduled by our clock and reported in the chain's time.
  const waitSeconds = Math.max(0, Math.ceil((failure.nextTryMs - wallMs()) / 1_000));
  return { waitingFor, lastFailure: failure.text, nextTryAt: unixSeconds(now + waitSeconds) };
}

function describeWait(
  market: MarketView,
  { oracle, phase, now }: { oracle: Address; phase: MarketPhase; now: UnixSeconds },
): string {
  const { expiresAt, refundAt } = market;
  if (market.isOracleDisabled) return FREED;
  if (phase.state === 'refund_due') return 'the refund of every stake';
  if (isBeforeExpiry(phase)) return `the expiry at ${formatInstant(expiresAt)}`;
  const decided = decidedBy(market, oracle);
  if (decided.by === 'samples' && now > lastSampleAt(decided.sampled, expiresAt)) {
    const refund = `its refund at ${formatInstant(refundAt)}`;
    return `its outcome by the samples that were taken, or ${refund}`;
  }
  return describeAwaited(decided, expiresAt);
}
