import { randomBytes } from 'node:crypto';

/** The rest of 63 bits is for the time: SQL has no unsigned integers. */
const RANDOM_BITS = 20n;

let last = 0n;

/**
 * Grows with the time and with each call, because lists have the markets of a slot in this order.
 * What is random in it keeps replicas apart.
 */
export function nextNonce(wallMs: number): bigint {
  const random = randomBytes(4).readUInt32LE() % 2 ** Number(RANDOM_BITS);
  const nonce = (BigInt(wallMs) << RANDOM_BITS) | BigInt(random);
  last = nonce > last ? nonce : last + 1n;
  return last;
}
