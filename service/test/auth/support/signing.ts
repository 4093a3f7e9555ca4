import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Address, getBase58Decoder } from '@solana/kit';
import { type CredentialRequest, createScopesOf } from '../../../src/auth/caller.ts';
import { requestText } from '../../../src/auth/wallet-signature.ts';

interface RequestVectors {
  readonly service: { readonly origin: string; readonly genesisHash: string; readonly now: string };
  /** The requests of one case go to one service, in order. */
  readonly cases: readonly { readonly name: string; readonly requests: readonly RequestVector[] }[];
}

export interface RequestVector {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `accepted` or the code of the refusal. */
  readonly expected: string;
}

const file = new URL('../../../../vectors/request-signatures.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as RequestVectors;
export const SIGNATURE_CASES = vectors.cases;
/** The wallet named `admin` is the only one that operates it. */
export const SERVICE = {
  ...vectors.service,
  scopesOf: createScopesOf([], () => walletNamed('admin').address),
};

const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);

export interface TestWallet {
  readonly seed: Uint8Array;
  readonly address: Address;
}

export function walletNamed(name: string): TestWallet {
  const seed = createHash('sha256').update(name).digest();
  return { seed, address: base58(ed25519.getPublicKey(seed)) as Address };
}

let nonces = 0;

export function signedRequest(
  wallet: TestWallet,
  headers: Record<string, string> = {},
  timestamp: string = SERVICE.now,
): CredentialRequest {
  const request = { method: 'POST', url: '/v1/api-keys', rawBody: Buffer.from('{}') };
  nonces += 1;
  const nonce = `test-nonce-${String(nonces).padStart(8, '0')}`;
  const text = Buffer.from(requestText({ ...SERVICE, ...request, timestamp, nonce }));
  return {
    ...request,
    headers: {
      'x-wallet': wallet.address,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': base58(ed25519.sign(text, wallet.seed)),
      ...headers,
    },
  };
}

export function keyedRequest(key: string, headers: Record<string, string> = {}): CredentialRequest {
  return {
    method: 'GET',
    url: '/v1/account',
    rawBody: new Uint8Array(),
    headers: { authorization: `Bearer ${key}`, ...headers },
  };
}
