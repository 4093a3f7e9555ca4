// Random histories, as many with each stolen key. A failure prints its seed. To see it again, in
// its smallest form:
//   TOTE_SEED=<seed> npx vitest run program/test/model/adversary/adversary.test.ts
// TOTE_SEQUENCES sets how many histories there are with each key.

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count } from '../../../../tools/test-setup/stage.ts';
import type { Key } from '../../support/key.ts';
import { stealable } from './cast.ts';
import { checkAll } from './checks/all.ts';
import { histories, play } from './history.ts';
import { Stage } from './stage.ts';

const HISTORIES = count(30, 2_500);
/** A history without these proves nothing. */
const NEEDED = 'announce bet cancel collect create disable resolve settle withdraw';

test('whoever steals one key locks up nothing, and keeps nothing once it is disabled', async () => {
  const { histories, transactions, steps } = await runHistories(HISTORIES);
  const counts = [...steps].sort().map(([verb, count]) => `${verb} ${count}`);
  console.log(`adversary: ${histories} histories, ${transactions} transactions; with an effect:`);
  console.log(counts.join(', '));
  expect([...steps.keys()]).toEqual(expect.arrayContaining(NEEDED.split(' ')));
});

const DEFAULT_SEED = 20_261_117;
/** The worker answers the test runner after each part. Each part has the next seed. */
const PER_PART = 50;
const { env } = process;

interface Played {
  histories: number;
  /** How often each kind of step had an effect. */
  steps: Map<string, number>;
}

/** Plays this many with each stolen key. */
async function runHistories(count: number) {
  const total = env.TOTE_SEED ? PER_PART : Number(env.TOTE_SEQUENCES ?? count);
  const stage = new Stage();
  const played: Played = { histories: 0, steps: new Map() };
  for (const stolen of stealable) {
    let seed = Number(env.TOTE_SEED ?? DEFAULT_SEED);
    for (let left = total; left > 0; left -= PER_PART) {
      const numRuns = Math.min(PER_PART, left);
      const options = { seed, numRuns, includeErrorInReport: true, endOnFailure: !env.TOTE_SEED };
      fc.assert(describeHistory(stage, stolen, played), options);
      seed += 1;
      await setImmediate();
    }
  }
  return { ...played, transactions: stage.transactions };
}

function describeHistory(stage: Stage, stolen: Key, played: Played) {
  return fc.property(histories, ({ kind, slots }) => {
    const notes: string[] = [];
    try {
      stage.start(kind);
      play(stage, stolen, slots, notes);
      checkAll(stage);
    } catch (error) {
      const story = notes.map((note) => `\n  ${note}`).join('');
      const what = `${(error as Error).message}\n${stolen.name} is stolen, ${kind}:${story}`;
      throw new Error(what, { cause: error });
    }
    played.histories += 1;
    for (const verb of notes.map(verbOf)) {
      played.steps.set(verb, (played.steps.get(verb) ?? 0) + 1);
    }
  });
}

/** `operator: bet for alice in 4VZT` is a bet. */
const verbOf = (note: string): string => /\w+: (\w+)/.exec(note)?.[1] ?? 'change';
