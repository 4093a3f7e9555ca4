// Points where a test can kill the process, to check that nothing is lost or done twice.
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

export const TRANSACTION_MOMENTS = ['signed', 'sent', 'confirmed', 'ingested'] as const;

export type TransactionMoment = (typeof TRANSACTION_MOMENTS)[number];

/**
 * The steps of the end of a market. 'Observed': before the evidence is stored. 'ResolveMarket
 * signed': it is stored and nothing is sent. 'SettlePositions sent': there is no reply yet.
 * 'CloseMarket confirmed': it is not indexed yet. And so on for each instruction.
 */
export type KeeperCrashPoint = 'Observed' | `${keyof typeof ToteInstruction} ${TransactionMoment}`;

/** The steps of posting an event to a webhook. After delivering: its progress is not stored. */
type WebhookCrashPoint = 'before delivering' | 'after delivering';

export type CrashPoint = (typeof CRASH_POINTS)[number] | KeeperCrashPoint | WebhookCrashPoint;

export interface CrashPoints {
  /** Kills the process here if this point is armed: at once, without cleanup. */
  reach(point: CrashPoint): void;
  /** The same a millisecond later, while the operation that was just started is running. */
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
