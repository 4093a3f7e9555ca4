/** Counters of the program wrap at 2^64. SQL stores their bits in a signed column. */
export function toSigned(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

export function toUnsigned(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}
