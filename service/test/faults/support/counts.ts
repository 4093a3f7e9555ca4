import { hasRounds, isLong } from '../../../../tools/test-setup/stage.ts';

/** Of `npm test`, of `npm run test:long` and of `npm run test:rounds`. */
export function count(short: number, long: number, rounds = short): number {
  if (isLong) return long;
  return hasRounds ? rounds : short;
}
