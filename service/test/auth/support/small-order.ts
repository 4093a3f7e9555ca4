// The points of small order and forgeries with them, and unusual signatures, computed with noble.
import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

const { Point } = ed25519;
export type CurvePoint = InstanceType<typeof Point>;
export const L = Point.Fn.ORDER;

const ORDER_8 = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');

/** All eight, the identity first. */
export const SMALL_ORDER_POINTS: readonly CurvePoint[] = Array.from({ length: 8 }, (_, times) =>
  times === 0 ? Point.ZERO : ORDER_8.multiplyUnsafe(BigInt(times)),
);

export function bytesOf(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(32);
  for (let i = 0, rest = value; i < 32; i += 1, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return bytes;
}

/** k of the verification equation S B = R + k A. */
export function challenge(r: Uint8Array, key: Uint8Array, message: Uint8Array): bigint {
  const hash = createHash('sha512').update(r).update(key).update(message).digest();
  return BigInt(`0x${hash.reverse().toString('hex')}`) % L;
}

/** A signature for a key of small order that OpenSSL accepts, made without a secret key. */
export function forge(key: Uint8Array, message: Uint8Array, order = 8n): Uint8Array {
  for (let s = 1n; ; s += 1n) {
    const r = Point.BASE.multiply(s).toBytes();
    if (challenge(r, key, message) % order === 0n) return Buffer.concat([r, bytesOf(s)]);
  }
}

/** S + L: the same equation, other bytes. */
export function malleate(signature: Uint8Array): Uint8Array {
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`);
  return Buffer.concat([signature.subarray(0, 32), bytesOf(s + L)]);
}

/** A valid signature of the key with this seed that differs for each nonce. */
export function signWithNonce(seed: Uint8Array, message: Uint8Array, nonce: bigint): Uint8Array {
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(seed);
  const r = Point.BASE.multiply(nonce).toBytes();
  const s = (nonce + challenge(r, pointBytes, message) * scalar) % L;
  return Buffer.concat([r, bytesOf(s)]);
}
