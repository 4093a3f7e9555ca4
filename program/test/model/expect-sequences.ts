import { expect } from 'vitest';
import { MINIMUMS } from './minimums.ts';
import type { Profile } from './profile.ts';
import { runSequences } from './run.ts';

/** Below this it is chance which states are reached. */
const SEQUENCES_FOR_MINIMUMS = 1_000;
const LONG_MS = 6 * 60 * 60 * 1_000;
const SHORT_MS = 10 * 60 * 1_000;

export const TIMEOUT_MS = process.env.TOTE_TEST === 'long' ? LONG_MS : SHORT_MS;

/** Runs them, prints what they did, and proves that they reached what they are for. */
export async function expectSequences(profile: Profile): Promise<void> {
  const statistics = await runSequences(profile);
  console.log(statistics.describe(profile.name));
  expect(statistics.discrepancy).toBe(0n);
  if (statistics.sequences < SEQUENCES_FOR_MINIMUMS) return;
  expect(statistics.missing({ ...MINIMUMS, ...profile.ownMinimums })).toEqual([]);
}
