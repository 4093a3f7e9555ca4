import { type KeeperCrashPoint, TRANSACTION_MOMENTS } from '../../../src/telemetry/crash-points.ts';

/** What the keeper sends when a market resolves, in this order. */
const STEPS = [
  'ResolveMarket',
  'SettlePositions',
  'Withdraw',
  'CloseMarket',
  'CollectFees',
] as const;

export const KEEPER_CRASH_POINTS: readonly KeeperCrashPoint[] = [
  'Observed',
  ...STEPS.flatMap((step) => TRANSACTION_MOMENTS.map((moment) => `${step} ${moment}` as const)),
];
