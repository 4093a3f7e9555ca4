import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type Address, createNoopSigner, type TransactionSigner } from '@solana/kit';
import { toAddress } from './address-bytes.ts';

/** Somebody who can sign. The same name always gives the same key, so that runs can be repeated. */
export interface Key {
  name: string;
  address: Address;
  /** For the client's builders; the chain does not look at signatures. */
  signer: TransactionSigner;
}

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

const keys = new Map<string, Key>();
const keysByAddress = new Map<Address, Key>();

export function createKey(name: string): Key {
  const known = keys.get(name);
  if (known) return known;
  const seed = createHash('sha256').update(`tote test key ${name}`).digest();
  const secret = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const address = toAddress(publicBytes(secret));
  const key: Key = { name, address, signer: createNoopSigner(address) };
  keys.set(name, key);
  keysByAddress.set(address, key);
  return key;
}

export function findKey(address: Address): Key | undefined {
  return keysByAddress.get(address);
}

function publicBytes(secret: KeyObject): Uint8Array {
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  return new Uint8Array(Buffer.from(x as string, 'base64url'));
}
