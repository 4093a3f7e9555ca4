// Random sequences of commands against the compiled program, with a model that predicts everything.
//
// A failure prints a seed, a path, and `replayPath` behind the commands. To see it again:
//   TOTE_SEED=<seed> npx vitest run program/test/model/<file>
// and to see only its smallest form, add TOTE_PATH=<path> TOTE_REPLAY=<replayPath>.
// TOTE_SEQUENCES sets how many sequences a file runs, TOTE_PROGRAM_FILE names another build of the
// program.

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { isLong } from '../../../tools/test-setup/stage.ts';
import { isToken2022 } from '../support/tokens.ts';
import { allSteps } from './commands/all.ts';
import { drain } from './drain.ts';
import { Harness } from './harness.ts';
import type { Profile } from './profile.ts';
import type { Statistics } from './statistics.ts';

const COMMANDS_MAX = 80;
/** With either token program other sequences. */
const DEFAULT_SEED = isToken2022 ? 20_271_115 : 20_261_115;
/** The worker answers the test runner after each part. Each part has the next seed. */
const SEQUENCES_PER_PART = 100;
const SEQUENCES_PER_REPORT = 5_000;
const STARTS = ['betting', 'betting', 'crowded', 'funded', 'funded', 'nothing'] as const;

const { env } = process;

async function runSequences(profile: Profile, count: number): Promise<Statistics> {
  const harness = new Harness(profile);
  const { statistics } = harness;
  const property = describeSequence(profile, harness);
  const total = env.TOTE_PATH ? 1 : Number(env.TOTE_SEQUENCES ?? count);
  let seed = env.TOTE_SEED ? Number(env.TOTE_SEED) : DEFAULT_SEED;
  while (statistics.sequences < total) {
    const numRuns = Math.min(SEQUENCES_PER_PART, total - statistics.sequences);
    fc.assert(property, { seed, path: env.TOTE_PATH, numRuns, includeErrorInReport: true });
    seed += 1;
    if (statistics.sequences % SEQUENCES_PER_REPORT === 0) {
      console.log(`${profile.name}: ${statistics.sequences} of ${total} sequences`);
    }
    await setImmediate();
  }
  return statistics;
}

function describeSequence(profile: Profile, harness: Harness) {
  const commands = fc.commands(allSteps(profile), {
    maxCommands: COMMANDS_MAX,
    size: 'max',
    replayPath: env.TOTE_REPLAY,
  });
  return fc.property(fc.constantFrom(...STARTS), commands, (start, steps) => {
    const model = harness.start(start);
    fc.modelRun(() => ({ model, real: harness }), steps);
    harness.checkAll(model);
    drain(model, harness);
    harness.statistics.sequences += 1;
  });
}

/** Below this it is chance which states are reached. */
const SEQUENCES_FOR_MINIMUMS = 600;
const LONG_MS = 6 * 60 * 60 * 1_000;

export const TIMEOUT_MS = isLong ? LONG_MS : undefined;

/** Runs them, prints what they did, and proves that they reached what they are for. */
export async function expectSequences(profile: Profile, count: number): Promise<void> {
  const statistics = await runSequences(profile, count);
  console.log(statistics.describe(profile.name));
  expect(statistics.discrepancy).toBe(0n);
  if (statistics.sequences < SEQUENCES_FOR_MINIMUMS) return;
  expect(statistics.missing({ ...MINIMUMS, ...profile.ownMinimums })).toEqual([]);
}

/**
 * How often every 1,000 sequences must at least reach these states, about a third of how often they
 * do. A test that never gets there proves nothing about them.
 */
const MINIMUMS: Readonly<Record<string, number>> = {
  'batches with mixed verdicts': 400,
  'bet: AllowanceExceeded': 30,
  'bet: BelowMinimumStake': 60,
  'bet: CustomMarket': 60,
  'bet: DelegateExpired': 200,
  'bet: Done': 1_500,
  'bet: DuplicateBet': 300,
  'bet: IdTooFar': 30,
  'bet: IdTooOld': 20,
  'bet: InsufficientFunds': 200,
  'bet: InvalidOutcome': 50,
  'bet: NoFreeSlot': 80,
  'bet: NotABettor': 300,
  'bet: NotAuthorized': 200,
  'bet: WrongEpoch': 80,
  'bet: ZeroAmount': 150,
  'bets with a wrong hint': 100,
  'replayed bet: DuplicateBet': 50,
  'announcements replaced': 40,
  'bettors opened again': 10,
  buybacks: 80,
  'changes applied after their delay': 15,
  'changes cancelled': 30,
  'changes that wait': 80,
  'changes without a delay': 140,
  'custom markets': 250,
  'dust above 0': 200,
  'fees moved before the expiry': 20,
  'gated markets': 100,
  'inverted markets': 130,
  'inverted: No': 8,
  'inverted: Yes': 30,
  'keys disabled': 35,
  'latched markets': 240,
  'markets created on a funded address': 80,
  'markets without the operator': 150,
  'oracles replaced': 150,
  'outcomes of a disabled oracle': 5,
  'refunds: deadline (MarketRefunded)': 300,
  'refunds: nobody_won': 30,
  'refunds: veto (MarketVetoed)': 20,
  'refused: BetInThisSlot': 4,
  'refused: ChangeTooEarly': 45,
  'refused: ConditionMet': 25,
  'refused: InvalidFlags': 35,
  'refused: NotAdminOrGuardian': 15,
  'refused: NotLatched': 3,
  'refused: NotOperator': 50,
  'refused: NotWalletOrOperator': 30,
  'refused: NothingPending': 60,
  'refused: OracleDisabled': 25,
  'refused: PriceAboveLimit': 20,
  'refused: RefundTooSoon': 25,
  'refused: RoundSold': 30,
  'refused: SweepExceeded': 5,
  'refused: TermsChanged': 75,
  'refused: UnknownGeneration': 5,
  'refused: VetoRunning': 20,
  'refused: WrongTokenAccount': 20,
  'rent returned to the wallet': 100,
  'resolved before the expiry': 20,
  'resolved late by a latched fact': 1,
  'settle: Done': 1_500,
  'settle: NotABettor': 15,
  'settle: NothingToSettle': 100,
  'settled with a wrong hint': 15,
  sweeps: 300,
  'token accounts created by a withdrawal': 200,
};
