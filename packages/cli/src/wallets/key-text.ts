import type { ScryptOptions } from 'node:crypto';
import { decodeBase58Exactly, encodeBase58 } from '@tote/chain/lib/base58';
import { UsageError } from '@tote/chain/lib/usage-error';
import { type Signer, signerFromKeyFile } from '@tote/sdk';
import { RefusedError } from '../failures.ts';

const KEY_BYTES = 64;

export function readKey(text: string, where: string): Uint8Array {
  const key = decodeBase58Exactly(text.trim(), KEY_BYTES) ?? readNumbers(text);
  if (key) return key;
  throw new UsageError(`${where}: not a key. It must be 64 numbers, or base58 of 64 bytes.`);
}

function readNumbers(text: string): Uint8Array | undefined {
  let numbers: unknown;
  try {
    numbers = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isKey =
    Array.isArray(numbers) &&
    numbers.length === KEY_BYTES &&
    numbers.every((each) => Number.isInteger(each) && each >= 0 && each < 256);
  return isKey ? Uint8Array.from(numbers as number[]) : undefined;
}

const HALF = KEY_BYTES / 2;
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** From random bytes: in Node 20 exporting a key of `generateKeyPairSync` as JWK may deadlock. */
export async function createKey(): Promise<Uint8Array> {
  const { randomBytes } = await import('node:crypto');
  const seed = randomBytes(HALF);
  return Buffer.concat([seed, await publicHalf(seed)]);
}

/** Throws if the two halves of the key do not match, because its signatures would be invalid. */
export async function openKey(key: Uint8Array): Promise<Signer> {
  const address = await publicHalf(key.subarray(0, HALF));
  if (!address.equals(key.subarray(HALF))) {
    throw new UsageError('The two halves of the key do not match.');
  }
  return signerFromKeyFile(key);
}

async function publicHalf(seed: Uint8Array): Promise<Buffer> {
  const { createPrivateKey, createPublicKey } = await import('node:crypto');
  const pkcs8 = Buffer.concat([PKCS8_HEAD, seed]);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}

/** The second half of a key is its address. */
export const addressOf = (key: Uint8Array): string => encodeBase58(key.subarray(HALF));

export interface SealedKey {
  readonly address: string;
  readonly scrypt: { readonly N: number; readonly r: number; readonly p: number };
  readonly salt: string;
  readonly nonce: string;
  /** Ends with the GCM tag. */
  readonly key: string;
}

/** A guess takes 128 MiB and much of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const COST_MAX = 2 ** 20;
const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;

export async function seal(
  key: Uint8Array,
  address: string,
  passphrase: string,
): Promise<SealedKey> {
  const { createCipheriv, randomBytes } = await import('node:crypto');
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await stretch(passphrase, salt, COST), nonce);
  // The address is not secret, but it must not be replaced by another one.
  cipher.setAAD(Buffer.from(address));
  const sealed = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  const text = (bytes: Buffer) => bytes.toString('base64');
  return { address, scrypt: COST, salt: text(salt), nonce: text(nonce), key: text(sealed) };
}

export async function unseal(sealed: SealedKey, passphrase: string): Promise<Uint8Array> {
  const { createDecipheriv } = await import('node:crypto');
  const [salt, nonce, bytes] = [sealed.salt, sealed.nonce, sealed.key].map((text) =>
    Buffer.from(text, 'base64'),
  ) as [Buffer, Buffer, Buffer];
  const key = await stretch(passphrase, salt, sealed.scrypt);
  const decipher = createDecipheriv(CIPHER, key, nonce);
  decipher.setAAD(Buffer.from(sealed.address));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new RefusedError('The passphrase is wrong, or the wallet file was changed.');
  }
}

async function stretch(
  passphrase: string,
  salt: Buffer,
  { N, r, p }: SealedKey['scrypt'],
): Promise<Buffer> {
  if (N * r * p > COST_MAX * COST.r) throw new RefusedError('The wallet file is damaged.');
  const { scrypt } = await import('node:crypto');
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  // The same characters typed on another keyboard may have different bytes.
  const text = passphrase.normalize('NFKC');
  return new Promise((resolve, reject) =>
    scrypt(text, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key))),
  );
}
