export const isLong = process.env.TOTE_TEST === 'long';

/** `npm test` takes the small count, `npm run test:long` the large one. */
export function count(short: number, long: number): number {
  return isLong ? long : short;
}
