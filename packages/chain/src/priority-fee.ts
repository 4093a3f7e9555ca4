// What a price per compute unit comes to.

const MICRO = 1_000_000n;

/** Lamports for a limit of so many compute units, whether or not they are used. Rounded up. */
export function priorityLamports(microLamports: bigint, units: number): bigint {
  return (microLamports * BigInt(units) + MICRO - 1n) / MICRO;
}

/** The highest price with which the priority fee is at most so many lamports. */
export function priceWithin(lamports: bigint, units: number): bigint {
  return units === 0 ? 0n : (lamports * MICRO) / BigInt(units);
}
