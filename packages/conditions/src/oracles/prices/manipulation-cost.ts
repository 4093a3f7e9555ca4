import type { Rational } from '../rational.ts';

/**
 * An estimate of the quote base units that must be added to or removed from a constant-product pool
 * to move its price. It ignores fees and other traders, so it is a lower bound of the capital
 * needed, not the loss.
 */
export function costToMove(depth: bigint, from: Rational, to: Rational): bigint {
  const after = depthAfter(depth, from, to);
  return after > depth ? after - depth : depth - after;
}

/** Other traders are assumed to bring a moved price back within this many seconds. */
const CORRECTION_SECONDS = 3n;

/**
 * What is lost by keeping the price there for half of a window, without fees. Each time that others
 * bring it back, the mover has bought dear or sold cheap, and has to do so again.
 */
export function costToHold(
  depth: bigint,
  from: Rational,
  to: Rational,
  windowSeconds: number,
): bigint {
  const after = depthAfter(depth, from, to);
  if (after === 0n) return depth;
  const times = BigInt(windowSeconds) / 2n / CORRECTION_SECONDS;
  return ((after - depth) ** 2n * (times > 1n ? times : 1n)) / after;
}

/** The quote in a constant-product pool of that depth at another price. */
function depthAfter(depth: bigint, from: Rational, to: Rational): bigint {
  const numerator = to.numerator * from.denominator;
  return squareRoot((depth * depth * numerator) / (to.denominator * from.numerator));
}

/** Rounded down, by Newton's method. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}
