import type { ScryptOptions } from 'node:crypto';
import { RefusedError } from '../failures.ts';

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
