/**
 * floor(a x b / c) without losing a digit. Every division of money goes through here, so there is
 * one rounding direction: down, in favour of the pool.
 */
export function mulDivFloor(a: bigint, b: bigint, c: bigint): bigint {
  if (a < 0n || b < 0n) throw new RangeError('mulDivFloor: negative factor');
  if (c <= 0n) throw new RangeError('mulDivFloor: the divisor must be positive');
  return (a * b) / c;
}
