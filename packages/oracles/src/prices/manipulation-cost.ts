import type { Rational } from '../rational.ts';

/**
 * Roughly what it takes to move a pool from one price to another, in base units of its quote: what
 * has to be put in or taken out of a pool whose two sides have a constant product. Fees and
 * whoever trades against it are left out, so that it is a lower bound of the stake, not a loss.
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
