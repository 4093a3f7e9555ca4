// Strict Ed25519 verification, with the rules of the chain (`verify_strict`). OpenSSL verifies
// without a cofactor, refuses an S that is not below L and compares R byte for byte. But it accepts
// keys of small order, for which anyone can forge signatures of any message. So keys and R are
// checked here first.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { decodeBase58Exactly } from '@tote/chain/lib/base58';
import { LRUCache } from 'lru-cache';

const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
/** The y of points of order 8; the other points of small order have y = 0, 1 and -1. */
const Y_OF_ORDER_8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
const SMALL_ORDER_YS = new Set([0n, 1n, P - 1n, Y_OF_ORDER_8, P - Y_OF_ORDER_8]);

const KEYS_CACHED = 10_000;

interface WalletKey {
  readonly bytes: Uint8Array;
  readonly key: KeyObject;
}

/** Importing a key costs half as much as verifying with it. */
const keys = new LRUCache<string, WalletKey>({ max: KEYS_CACHED });

export function findWalletKey(wallet: string): WalletKey | undefined {
  const known = keys.get(wallet);
  if (known) return known;
  const bytes = decodeBase58Exactly(wallet, PUBLIC_KEY_BYTES);
  if (!bytes || !isOrdinaryPoint(bytes)) return undefined;
  const x = Buffer.from(bytes).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const walletKey = { bytes, key };
  keys.set(wallet, walletKey);
  return walletKey;
}

/** Runs in the thread pool, so that it does not block the event loop. */
export async function isSignedBy({ key }: WalletKey, message: Uint8Array, signature: Uint8Array) {
  if (signature.length !== SIGNATURE_BYTES) return false;
  if (!isOrdinaryPoint(signature.subarray(0, 32))) return false;
  if (readInteger(signature.subarray(32)) >= L) return false;
  return new Promise<boolean>((resolve, reject) => {
    verify(null, message, key, signature, (error, isValid) => {
      if (error) reject(error);
      else resolve(isValid);
    });
  });
}

/** Canonical encoding, and not of small order. Does not check that the point is on the curve. */
function isOrdinaryPoint(bytes: Uint8Array): boolean {
  const y = readInteger(bytes) & (2n ** 255n - 1n);
  return y < P && !SMALL_ORDER_YS.has(y);
}

function readInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}
