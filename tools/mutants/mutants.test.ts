import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { findRounds } from '../test-setup/find-rounds.ts';
import { readSource } from './builder.ts';
import { findDroppedChecks } from './dropped-checks.ts';
import {
  findFailure,
  findMisfits,
  HAND_MADE,
  readServiceFaults,
  readServiceSource,
} from './mutant.ts';

test('the text of every hand-made fault occurs once in the sources', () => {
  expect(findMisfits(HAND_MADE, readSource)).toEqual([]);
});

test('checks are found in all files that have them', () => {
  const dropped = findDroppedChecks();
  expect(findMisfits(dropped, readSource)).toEqual([]);
  const files = new Set(dropped.map(({ file }) => file));
  for (const file of ['apply_config', 'cancel_config', 'disable_keys', 'place_bets', 'withdraw']) {
    expect(files).toContain(`instructions/${file}.rs`);
  }
});

test('a fault whose text is missing is reported by name', () => {
  const [first] = HAND_MADE;
  if (!first) throw new Error('there are no faults');
  const gone = { ...first, find: 'not in any source' };
  expect(findMisfits([gone], readSource)).toEqual([
    `${first.name}: its text is not in the source any more`,
  ]);
  expect(findMisfits([first, first], readSource)).toEqual([
    `${first.name}: its name occurs more than once`,
  ]);
});

test('the text of every fault in the service occurs once, and its test file exists', () => {
  const faults = readServiceFaults();
  expect(findMisfits(faults, readServiceSource)).toEqual([]);
  for (const { tests } of faults) expect(readServiceSource(tests)).toContain('test');
  expect(faults.length).toBeGreaterThanOrEqual(80);
});

test('tests that must notice a fault of the program are in the rounds', () => {
  const named = new Set(HAND_MADE.flatMap(({ tests }) => tests ?? []));
  expect(named.size).toBeGreaterThan(0);
  for (const tests of named) {
    expect(findRounds()).toContainEqual(expect.stringMatching(`^program/test/${tests}`));
  }
});

test('a run without a test file is no test that fails', async () => {
  const run = { cwd: root, projects: ['program'], files: ['program/test/nothing/'] };
  await expect(findFailure(run)).rejects.toThrow('No test files found');
});
