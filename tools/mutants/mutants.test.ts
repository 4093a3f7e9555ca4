import { expect, test } from 'vitest';
import { readSource } from './builder.ts';
import { findDroppedChecks } from './dropped-checks.ts';
import { HAND_MADE } from './hand-made.ts';
import { findMisfits } from './mutant.ts';

test('every fault made by hand is about a text that is in the sources, once', () => {
  expect(findMisfits(HAND_MADE, readSource)).toEqual([]);
});

test('checks are found wherever there are any', () => {
  const dropped = findDroppedChecks();
  expect(findMisfits(dropped, readSource)).toEqual([]);
  const files = new Set(dropped.map(({ file }) => file));
  for (const file of ['apply_config', 'cancel_config', 'disable_keys', 'place_bets', 'withdraw']) {
    expect(files).toContain(`instructions/${file}.rs`);
  }
});

test('a fault whose text is gone is told by its name', () => {
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
