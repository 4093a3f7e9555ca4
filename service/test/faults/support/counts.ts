import { hasRounds, isLong } from '../../../../tools/test-setup/stage.ts';

/** The counts of `npm test`, `npm run test:long` and `npm run test:rounds`. */
export function count(short: number, long: number, rounds = short): number {
  if (isLong) return long;
  return hasRounds ? rounds : short;
}
