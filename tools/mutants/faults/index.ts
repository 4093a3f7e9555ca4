// Typical human errors: rounding, swapped pools, off-by-one at a boundary, a missing step. Each
// text must occur exactly once in its file.
import type { Mutant } from '../mutant.ts';
import { BETTING } from './betting.ts';
import { BETTORS } from './bettors.ts';
import { CONFIGURING } from './configuring.ts';
import { CREATING } from './creating.ts';
import { DECIDING } from './deciding.ts';
import { GUARDING } from './guarding.ts';
import { MONEY } from './money.ts';
import { PAYING } from './paying.ts';

export const HAND_MADE: readonly Mutant[] = [
  ...[...MONEY, ...BETTING, ...BETTORS, ...CREATING],
  ...[...DECIDING, ...PAYING, ...CONFIGURING, ...GUARDING],
];
