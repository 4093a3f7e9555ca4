import { expect } from 'vitest';
import { MINIMUMS } from './minimums.ts';
import type { Profile } from './profile.ts';
import { runSequences } from './run.ts';

/** Below this it is chance which states are reached. */
const SEQUENCES_FOR_MINIMUMS = 600;
/** The minimums are for so many. */
const SEQUENCES_OF_MINIMUMS = 1_000;
const LONG_MS = 6 * 60 * 60 * 1_000;
const SHORT_MS = 10 * 60 * 1_000;

export const TIMEOUT_MS = process.env.TOTE_TEST === 'long' ? LONG_MS : SHORT_MS;

/** Runs them, prints what they did, and proves that they reached what they are for. */
export async function expectSequences(profile: Profile): Promise<void> {
  const statistics = await runSequences(profile);
  console.log(statistics.describe(profile.name));
  expect(statistics.discrepancy).toBe(0n);
  if (statistics.sequences < SEQUENCES_FOR_MINIMUMS) return;
  const share = Math.min(1, statistics.sequences / SEQUENCES_OF_MINIMUMS);
  const minimums = Object.entries({ ...MINIMUMS, ...profile.ownMinimums });
  const scaled = minimums.map(([name, least]) => [name, Math.ceil(least * share)]);
  expect(statistics.missing(Object.fromEntries(scaled))).toEqual([]);
}
