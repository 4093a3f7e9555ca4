// Places where a test can let the process die, to see that nothing is lost or done twice.
import type { ToteInstruction } from '@tote/program-client';

/**
 * The steps of a submission. While storing: ids and key are written but not committed. After
 * sending: there is no reply yet. While recording: half of the rows are written.
 */
export const CRASH_POINTS = [
  'before storing',
  'while storing',
  'before sending',
  'after sending',
  'after landing',
  'before indexing',
  'while recording',
  'before replying',
  'after replying',
] as const;

/** The moments of each transaction that the keeper sends, named after its instruction. */
export const TRANSACTION_MOMENTS = ['signed', 'sent', 'confirmed', 'ingested'] as const;

export type TransactionMoment = (typeof TRANSACTION_MOMENTS)[number];

/**
 * The steps of a market's end: 'Observed' before what decides it is stored, then for instance
 * 'ResolveMarket signed' when that is stored and nothing sent, 'SettlePositions sent' without a
 * reply, 'CloseMarket confirmed' but not indexed, 'CollectFees ingested'.
 */
export type KeeperCrashPoint = 'Observed' | `${keyof typeof ToteInstruction} ${TransactionMoment}`;

export type CrashPoint = (typeof CRASH_POINTS)[number] | KeeperCrashPoint;

export interface CrashPoints {
  /** Ends the process here if it was told to: at once, without a chance to clean up. */
  reach(point: CrashPoint): void;
  /** The same a moment later, when what was just begun is under way. */
  reachSoon(point: CrashPoint): void;
}

export function createCrashPoints(armed: CrashPoint | undefined): CrashPoints {
  const reach = (point: CrashPoint) => {
    if (point === armed) process.kill(process.pid, 'SIGKILL');
  };
  const reachSoon = (point: CrashPoint) => {
    if (point === armed) setTimeout(() => reach(point), 1);
  };
  return { reach, reachSoon };
}

export const NO_CRASH_POINTS = createCrashPoints(undefined);
