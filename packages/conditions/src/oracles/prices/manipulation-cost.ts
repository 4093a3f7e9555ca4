import type { Rational } from '../rational.ts';

/**
 * An estimate of the quote base units that must be added to or removed from a constant-product pool
 * to move its price. It ignores fees and other traders, so it is a lower bound of the capital
 * needed, not the loss.
 */
export function costToMove(depth: bigint, from: Rational, to: Rational): bigint {
  const numerator = to.numerator * from.denominator;
  const denominator = to.denominator * from.numerator;
  const after = squareRoot((depth * depth * numerator) / denominator);
  return after > depth ? after - depth : depth - after;
}

/** Rounded down, by Newton's method. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}
