// Strict Ed25519. OpenSSL verifies without a cofactor, refuses an S that is not below L and
// compares R byte for byte, but it takes keys of small order: for those, signatures of any message
// can be made up by anybody. So keys and R are looked at here first. The result is what the chain
// itself accepts for a transaction (`verify_strict`).
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { LRUCache } from 'lru-cache';

const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
/** The y of the points of order 8; the other four of small order have y = 0, 1 and -1. */
const Y_OF_ORDER_8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
const SMALL_ORDER_YS = new Set([0n, 1n, P - 1n, Y_OF_ORDER_8, P - Y_OF_ORDER_8]);

const ADDRESS_CHARACTERS_MAX = 44;
const KEYS_CACHED = 10_000;

interface WalletKey {
  readonly bytes: Uint8Array;
  readonly key: KeyObject;
}

/** Importing a key costs half as much as verifying with it. */
const keys = new LRUCache<string, WalletKey>({ max: KEYS_CACHED });

/** The key that the address of a wallet is; undefined if it could never sign. */
export function findWalletKey(wallet: string): WalletKey | undefined {
  const known = keys.get(wallet);
  if (known) return known;
  const bytes = decodeBase58Exactly(wallet, PUBLIC_KEY_BYTES, ADDRESS_CHARACTERS_MAX);
  if (!bytes || !isOrdinaryPoint(bytes)) return undefined;
  const x = Buffer.from(bytes).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const walletKey = { bytes, key };
  keys.set(wallet, walletKey);
  return walletKey;
}

/** Runs in the thread pool: nothing else waits for it. */
export async function isSignedBy(
  { key }: WalletKey,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES) return false;
  if (!isOrdinaryPoint(signature.subarray(0, 32))) return false;
  if (readInteger(signature.subarray(32)) >= L) return false;
  return new Promise((resolve, reject) => {
    verify(null, message, key, signature, (error, isValid) => {
      if (error) reject(error);
      else resolve(isValid);
    });
  });
}

/** Written in the one canonical way, and not of small order. Not: on the curve. */
function isOrdinaryPoint(bytes: Uint8Array): boolean {
  const y = readInteger(bytes) & (2n ** 255n - 1n);
  return y < P && !SMALL_ORDER_YS.has(y);
}

function readInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** The bytes, if there are so many and they are written exactly as we would write them. */
export function decodeBase58Exactly(
  text: string,
  bytesWanted: number,
  charactersMax: number,
): Uint8Array | undefined {
  // Decoding costs the square of the length.
  if (text.length > charactersMax || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return undefined;
  const bytes = getBase58Encoder().encode(text) as Uint8Array;
  if (bytes.length !== bytesWanted || getBase58Decoder().decode(bytes) !== text) return undefined;
  return bytes;
}
