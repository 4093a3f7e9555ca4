import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { getBase58Decoder } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { findWalletKey, isSignedBy } from '../../src/auth/ed25519.ts';
import {
  bytesOf,
  type CurvePoint,
  challenge,
  forge,
  L,
  malleate,
  SMALL_ORDER_POINTS,
} from './support/small-order.ts';

const { Point } = ed25519;
const KEYS = count(4, 64, 16);
const P = 2n ** 255n - 19n;
const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);
const digest = (text: string) => createHash('sha256').update(text).digest();

async function isAccepted(key: Uint8Array, message: Uint8Array, signature: Uint8Array) {
  const walletKey = findWalletKey(base58(key));
  return walletKey !== undefined && (await isSignedBy(walletKey, message, signature));
}

function isAcceptedByNoble(key: Uint8Array, message: Uint8Array, signature: Uint8Array) {
  try {
    return ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
}

interface Attempt {
  key: Uint8Array;
  message: Uint8Array;
  signature: Uint8Array;
}

function signed(index: number): Attempt {
  const seed = digest(`key ${index}`);
  const message = Buffer.from(`message ${index}`.repeat(index));
  return { key: ed25519.getPublicKey(seed), message, signature: ed25519.sign(message, seed) };
}

function corpus(): Attempt[] {
  const attempts: Attempt[] = [];
  for (let index = 0; index < KEYS; index += 1) {
    const valid = signed(index);
    const { key, message, signature } = valid;
    attempts.push(valid, { key, message, signature: malleate(signature) });
    for (let bit = index; bit < 512; bit += 37) {
      const flipped = Uint8Array.from(signature);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      attempts.push({ key, message, signature: flipped });
    }
    attempts.push({ key: signed(index + 1).key, message, signature });
    attempts.push({ key, message: Buffer.concat([message, Buffer.from([0])]), signature });
    attempts.push({ key, message, signature: signature.slice(0, 63) });
    attempts.push({ key, message, signature: Buffer.concat([signature, Buffer.from([0])]) });
  }
  const message = Buffer.from('forged');
  const written = [P, P + 1n, P + 2n, 1n + 2n ** 255n, P - 1n + 2n ** 255n, P + 2n ** 255n];
  const keys = [...SMALL_ORDER_POINTS.map((point) => point.toBytes()), ...written.map(bytesOf)];
  for (const key of keys) attempts.push({ key, message, signature: forge(key, message) });
  for (let y = 2n; y < 40n; y += 1n) {
    attempts.push({ key: bytesOf(y), message, signature: forge(bytesOf(y), message) });
  }
  return attempts;
}

describe('isSignedBy', () => {
  test('accepts what a strict second implementation accepts, and nothing else', async () => {
    let accepted = 0;
    for (const { key, message, signature } of corpus()) {
      const expected = isAcceptedByNoble(key, message, signature);
      expect(await isAccepted(key, message, signature), base58(key)).toBe(expected);
      if (expected) accepted += 1;
    }
    expect(accepted).toBe(KEYS);
  });

  test('every forgery of small order passes OpenSSL without our checks', () => {
    // Otherwise the test above would refuse them for another reason.
    const message = Buffer.from('forged');
    for (const point of SMALL_ORDER_POINTS) {
      const key = point.toBytes();
      expect(ed25519.verify(forge(key, message), message, key, { zip215: true })).toBe(true);
    }
  });

  test('refuses, like the chain, an R of small order that noble accepts', async () => {
    const { key, message, scalar } = scalarKey();
    for (const point of SMALL_ORDER_POINTS) {
      const r = point.toBytes();
      const s = (challenge(r, key, message) * scalar) % L;
      const signature = Buffer.concat([r, bytesOf(s)]);
      expect(isAcceptedByNoble(key, message, signature)).toBe(true);
      expect(await isAccepted(key, message, signature)).toBe(false);
    }
  });

  test('refuses, like the chain, what is valid only with the cofactor', async () => {
    const { key, message, scalar } = scalarKey();
    const nonce = 7n;
    const r = Point.BASE.multiply(nonce)
      .add(SMALL_ORDER_POINTS[1] as CurvePoint)
      .toBytes();
    const s = (nonce + challenge(r, key, message) * scalar) % L;
    const signature = Buffer.concat([r, bytesOf(s)]);
    expect(isAcceptedByNoble(key, message, signature)).toBe(true);
    expect(await isAccepted(key, message, signature)).toBe(false);
  });
});

function scalarKey() {
  const scalar = 123_456_789n;
  return { scalar, key: Point.BASE.multiply(scalar).toBytes(), message: Buffer.from('message') };
}

describe('findWalletKey', () => {
  const { key } = signed(1);

  test('accepts only the canonical form of an address', () => {
    expect(findWalletKey(base58(key))?.bytes).toEqual(key);
    for (const text of [`1${base58(key)}`, ` ${base58(key)}`, `${base58(key)}\n`, '', '0OIl']) {
      expect(findWalletKey(text)).toBeUndefined();
    }
    expect(findWalletKey(base58(key.slice(0, 31)))).toBeUndefined();
    expect(findWalletKey('z'.repeat(44))).toBeUndefined();
    expect(findWalletKey('1'.repeat(100_000))).toBeUndefined();
  });

  test('refuses the System program and other keys for which anyone can sign', () => {
    expect(findWalletKey('11111111111111111111111111111111')).toBeUndefined();
    for (const point of SMALL_ORDER_POINTS) {
      expect(findWalletKey(base58(point.toBytes()))).toBeUndefined();
    }
  });
});
