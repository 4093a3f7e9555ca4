import { expect, test } from 'vitest';
import { PROGRAM_FEATURES } from '../../packages/cli/src/deploy/doctor/program-features.ts';
import { findFailure, listFeatures } from './find-features.ts';

const needed = PROGRAM_FEATURES.map(({ at }) => at);

test('every instruction works with the listed features and no others, and with all', () => {
  expect(findFailure(needed)).toBeUndefined();
  expect(findFailure(listFeatures())).toBeUndefined();
});

test.each(PROGRAM_FEATURES)('the program does not work without $name', ({ at }) => {
  const others = listFeatures().filter((each) => each !== at);
  expect(others).toHaveLength(listFeatures().length - 1);
  expect(findFailure(others)).toBeDefined();
});
