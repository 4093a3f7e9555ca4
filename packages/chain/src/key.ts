// Keys of the service. Their files have the format of Solana's tools: 64 numbers, mode 0600.
import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import {
  type Address,
  createKeyPairSignerFromBytes,
  createKeyPairSignerFromPrivateKeyBytes,
  getAddressEncoder,
  type KeyPairSigner,
} from '@solana/kit';
import { createPrivateFile } from './lib/private-files.ts';

const SECRET_BYTES = 64;

export interface Key {
  readonly address: Address;
  /** For instruction builders; signing goes through `sign`, which is 20 times faster. */
  readonly signer: KeyPairSigner;
  sign(message: Uint8Array): Uint8Array;
}

export async function createKey(): Promise<Key> {
  return keyFromBytes(await createSecret());
}

/** The 64 bytes of a new key. */
export const createSecret = (): Promise<Uint8Array> => toSecret(randomBytes(32));

export async function keyFromSeed(seed: Uint8Array): Promise<Key> {
  return keyFromBytes(await toSecret(seed));
}

async function toSecret(seed: Uint8Array): Promise<Uint8Array> {
  const { address } = await createKeyPairSignerFromPrivateKeyBytes(seed);
  return Buffer.concat([seed, getAddressEncoder().encode(address) as Uint8Array]);
}

export async function keyFromBytes(secret: Uint8Array): Promise<Key> {
  if (secret.length !== SECRET_BYTES) throw new Error(`a key has ${SECRET_BYTES} bytes`);
  // This throws if the public key does not belong to the private key.
  const signer = await createKeyPairSignerFromBytes(secret);
  const [d, x] = [secret.subarray(0, 32), secret.subarray(32)].map(toBase64Url);
  // OpenSSL takes five times as long to read it as DER.
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', d, x } });
  return { address: signer.address, signer, sign: (message) => sign(null, message, key) };
}

const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

export async function readKeyFile(file: string): Promise<Key> {
  const mode = statSync(file).mode & 0o077;
  if (mode !== 0) throw new Error(`${file} can be read by others; run: chmod 600 ${file}`);
  try {
    return await keyFromBytes(readNumbers(readFileSync(file, 'utf8')));
  } catch {
    // The reason may quote the file, which may hold a secret.
    throw new Error(`${file} does not hold the ${SECRET_BYTES} numbers of a key`);
  }
}

function readNumbers(text: string): Uint8Array {
  const numbers: unknown = JSON.parse(text);
  if (!Array.isArray(numbers) || !numbers.every(isByte)) throw new Error('no list of bytes');
  return Uint8Array.from(numbers as number[]);
}

export async function writeNewKeyFile(file: string): Promise<Key> {
  const secret = await createSecret();
  createPrivateFile(file, JSON.stringify([...secret]));
  return keyFromBytes(secret);
}

function isByte(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
}
