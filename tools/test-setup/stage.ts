/** Large counts: `npm run test:long`. */
export const isLong = process.env.TOTE_TEST === 'long';

/** Every kind of kill, the other database engines: `npm run test:rounds`, and with large counts. */
export const hasRounds = isLong || process.env.TOTE_TEST === 'rounds';

/** The counts of `npm test`, `npm run test:long` and `npm run test:rounds`. */
export function count(short: number, long: number, rounds = short): number {
  if (isLong) return long;
  return hasRounds ? rounds : short;
}
