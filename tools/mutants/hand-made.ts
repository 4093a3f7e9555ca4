// Typical human errors: rounding, swapped pools, off-by-one at a boundary, a missing step. Each
// text must occur exactly once in its file.
import { BETTING } from './faults/betting.ts';
import { BETTORS } from './faults/bettors.ts';
import { CONFIGURING } from './faults/configuring.ts';
import { CREATING } from './faults/creating.ts';
import { DECIDING } from './faults/deciding.ts';
import { GUARDING } from './faults/guarding.ts';
import { MONEY } from './faults/money.ts';
import { PAYING } from './faults/paying.ts';
import type { Mutant } from './mutant.ts';

export const HAND_MADE: readonly Mutant[] = [
  ...MONEY,
  ...BETTING,
  ...BETTORS,
  ...CREATING,
  ...DECIDING,
  ...PAYING,
  ...CONFIGURING,
  ...GUARDING,
];
