import type { Pace } from './fault-plan.ts';
import type { Setup } from './setups/setup.ts';

export interface Sizes {
  readonly bettors: number;
  readonly markets: number;
  readonly readers: number;
  /** After which markets that are created during the run expire. */
  readonly expirySeconds: readonly [least: number, most: number];
  readonly pace: Pace;
  /** What is not decided by then will not be. */
  readonly endMsMax: number;
}

export const FULL: Sizes = {
  bettors: 16,
  markets: 12,
  readers: 4,
  expirySeconds: [15, 45],
  pace: { pauseMs: [3_000, 12_000], lastsMs: [500, 8_000] },
  endMsMax: 180_000,
};

export interface SoakOptions {
  readonly setup: Setup;
  readonly seed: number;
  readonly ms: number;
  readonly sizes: Sizes;
  readonly progress: (text: string) => void;
  /** For the log of the service, to compare it with. */
  readonly note: (text: string) => void;
}
