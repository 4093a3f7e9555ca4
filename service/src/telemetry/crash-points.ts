// Places where a test can let the process die, to see that nothing is lost or done twice.
import type { ToteInstruction } from '@tote/program-client';

/**
 * The steps of one bet: K0 before anything is stored, K1 id and key written but not committed, K2
 * signed bytes stored but not sent, K3 sent without a reply, K4 the reply is there, K5 the same
 * where a chain tells processed and confirmed apart, K6 confirmed but not indexed, K7 half-way
 * through recording, K8 recorded but not answered, K9 answered.
 */
export const CRASH_POINTS = ['K0', 'K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9'] as const;

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
