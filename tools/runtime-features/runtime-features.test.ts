import { type Address, address } from '@solana/kit';
import { FeatureSet } from 'litesvm/dist/internal.js';
import { expect, test } from 'vitest';
import { PROGRAM_FEATURES } from '../../packages/cli/src/deploy/doctor/check-features.ts';
import type { Call } from '../../program/test/matrix/call.ts';
import { fixtures } from '../../program/test/matrix/fixtures/index.ts';
import { createStage } from '../../program/test/matrix/stage.ts';
import { expectValid } from '../../program/test/matrix/valid.ts';
import { toAddress, toBytes } from '../../program/test/support/address-bytes.ts';

// Finds the features of Solana's runtime that the program needs: every instruction in each of its
// variants is called on LiteSVM with one feature off, then with the next.
/** Always off: it ends SBPFv0, and LiteSVM's copies of the SPL programs are SBPFv0. */
const DISABLE_SBPF_V0 = address('TestFeature11111111111111111111111111111111');

function listFeatures(): Address[] {
  const features = FeatureSet.allEnabled().getActiveFeatures().map(toAddress);
  return features.filter((feature) => feature !== DISABLE_SBPF_V0).sort();
}

/** Says why the program does not work with these features and no others, if it does not. */
function findFailure(features: readonly Address[]): string | undefined {
  const active = new FeatureSet();
  for (const feature of features) active.activate(toBytes(feature), 0n);
  try {
    for (const isInitialized of [false, true]) callAll(isInitialized, active);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function callAll(isInitialized: boolean, features: FeatureSet): void {
  const stage = createStage(isInitialized, { features });
  const { world } = stage;
  const start = world.save();
  for (const fixture of fixtures) {
    if ((fixture.isInitialized ?? true) !== isInitialized) continue;
    world.restore(start);
    world.build.reset();
    const instruction = fixture.prepare(world);
    const call: Call = { fixture, stage, instruction, slots: [], checkpoint: world.save() };
    expectValid(call);
  }
}

/** In the order of their addresses. */
function findNeeded(): Address[] {
  const all = listFeatures();
  return all.filter((off) => findFailure(all.filter((each) => each !== off)) !== undefined);
}

const needed = PROGRAM_FEATURES.map(({ at }) => at);

test('every instruction works with the listed features and no others, and with all', () => {
  const failure = findFailure(needed);
  // Finding them anew takes minutes.
  expect(failure === undefined ? needed : findNeeded(), failure).toEqual(needed);
  expect(findFailure(listFeatures())).toBeUndefined();
});

test.each(PROGRAM_FEATURES)('the program does not work without $name', ({ at }) => {
  const others = listFeatures().filter((each) => each !== at);
  expect(others).toHaveLength(listFeatures().length - 1);
  expect(findFailure(others)).toBeDefined();
});
