// Money bet so late that others can hardly react.
import { add, align, shareOf } from '../../format/amounts.ts';
import type { Point } from './market-data.ts';

const EARLY = 0.9;

/**
 * The share of the pool that was staked in the last tenth of the time between two instants, which
 * are in milliseconds. Undefined if there is only one bet.
 */
export function findLateMoney(
  history: readonly Point[],
  from: number,
  to: number,
): number | undefined {
  const last = history.at(-1);
  if (!last || history.length < 2) return undefined;
  const late = from + (to - from) * EARLY;
  const early = history.findLast(({ at }) => at <= late);
  const [sum = 0n, before = 0n] = align(
    [last, early].flatMap((each) => (each ? add(each.totalStake.Yes, each.totalStake.No) : [])),
  ).units;
  return shareOf(sum - before, sum);
}
