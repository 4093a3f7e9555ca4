import { expect, test } from 'vitest';
import { PROGRAM_FEATURES } from '../../packages/cli/src/deploy/doctor/program-features.ts';
import { findFailure, findNeeded, listFeatures } from './find-features.ts';

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
