import type { Address } from '@solana/kit';
import { TransactionFailed } from '@tote/chain/landed';
import { decidedBy, describeAwaited } from '@tote/conditions/decided-by';
import {
  DomainError,
  describeInstant,
  isAwaitingOutcome,
  isBeforeExpiry,
  type MarketPhase,
  phaseAt,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import type { DisabledOracles } from '../markets/disabled-oracles.ts';
import type { ResolutionStatus } from '../queries/query-context.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { findProgramError } from '../submissions/land-and-ingest.ts';
import type { Failure } from './attempts.ts';
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
  const waitingFor = describeWait(market, phase, now, keys.oracle.address);
  // Only failures of ending the market count, not those of paying out.
  const failure = failures.find((one) => one.failure && ENDING_TASKS.includes(one.task))?.failure;
  if (!failure) return { waitingFor, lastFailure: failedRound ?? null, nextTryAt: null };
  // Retries are scheduled by our clock and reported in the chain's time.
  const waitSeconds = Math.max(0, Math.ceil((failure.nextTryMs - wallMs()) / 1_000));
  return { waitingFor, lastFailure: failure.text, nextTryAt: unixSeconds(now + waitSeconds) };
}

function describeWait(
  market: MarketView,
  phase: MarketPhase,
  now: UnixSeconds,
  oracle: Address,
): string {
  const { expiresAt, refundAt } = market;
  if (market.isOracleDisabled) return FREED;
  if (phase.state === 'refund_due') return 'the refund of all stakes';
  if (isBeforeExpiry(phase)) return `the expiry at ${describeInstant(expiresAt)}`;
  return describeAwaited(decidedBy(market, oracle), { expiresAt, refundAt, now });
}

/** Why there is no outcome yet. The message is public. The job is retried. */
export class NotResolvableYet extends Error {
  override readonly name = 'NotResolvableYet';
}

export const toSentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

const FREED = 'the refund of all stakes, because its oracle is disabled';

/** Called before anything is stored, because the program would refuse the oracle's signature. */
export async function requireOracle(
  { disabledOracles }: { readonly disabledOracles?: Pick<DisabledOracles, 'mark'> },
  market: MarketView,
): Promise<void> {
  const marked = await disabledOracles?.mark(market);
  if (marked?.isOracleDisabled) throw new NotResolvableYet(`It waits for ${FREED}.`);
}

/** The public text of a failure. Internal errors are not shown, as they may hold secrets. */
export function describeFailure(error: unknown): string {
  if (error instanceof DomainError || error instanceof NotResolvableYet) return error.message;
  if (error instanceof TransactionFailed) {
    return `The chain refused it: ${findProgramError(error) ?? error.failure.text}.`;
  }
  return 'Something went wrong here.';
}
