// Checks requests that a wallet signed, by X-Wallet, X-Timestamp, X-Nonce and X-Signature.
import type { Address } from '@solana/kit';
import { decodeBase58Exactly } from '@tote/chain/lib/base58';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { DomainError, LIMITS } from '@tote/domain';
import { type CredentialRequest, credentialInvalid } from './caller.ts';
import { findWalletKey, isSignedBy, SIGNATURE_BYTES } from './ed25519.ts';
import { signedForms } from './envelopes.ts';

const HEADERS = ['x-wallet', 'x-timestamp', 'x-nonce', 'x-signature'] as const;
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const BASE64 = /^[A-Za-z0-9+/]{86}==$/;

export interface WalletSignature {
  readonly wallet: Address;
  readonly nonce: string;
  readonly signedAtMs: number;
  readonly textHash: string;
}

export function hasSignatureHeaders(headers: CredentialRequest['headers']): boolean {
  return HEADERS.some((name) => headers[name] !== undefined);
}

export interface SignatureContext {
  readonly origin: string;
  readonly genesisHash: string;
  readonly wallMs: () => number;
}

/** Null without any of the headers. The caller must check that the nonce is new. */
export async function checkWalletSignature(
  { origin, genesisHash, wallMs }: SignatureContext,
  request: CredentialRequest,
): Promise<WalletSignature | null> {
  if (!hasSignatureHeaders(request.headers)) return null;
  const [wallet, timestamp, nonce, signatureText] = HEADERS.map((name) => request.headers[name]);
  if (!isText(wallet) || !isText(timestamp) || !isText(nonce) || !isText(signatureText)) {
    throw credentialInvalid();
  }
  const signature = decodeSignature(signatureText);
  const signedAtMs = parseTimestamp(timestamp);
  const walletKey = findWalletKey(wallet);
  if (!signature || signedAtMs === undefined || !walletKey || !NONCE.test(nonce))
    throw credentialInvalid();
  checkAge(signedAtMs, wallMs());

  const { method, url, rawBody } = request;
  const text = Buffer.from(
    requestText({ origin, genesisHash, method, url, rawBody, timestamp, nonce }),
  );
  for (const form of signedForms(text, walletKey.bytes)) {
    if (!(await isSignedBy(walletKey, form, signature))) continue;
    const textHash = sha256Hex(text);
    return { wallet: wallet as Address, nonce, signedAtMs, textHash };
  }
  throw credentialInvalid();
}

function checkAge(signedAtMs: number, nowMs: number): void {
  const seconds = LIMITS.signatureAgeSecondsMax;
  if (Math.abs(nowMs - signedAtMs) <= seconds * 1_000) return;
  throw new DomainError('signature_expired', { seconds, now: new Date(nowMs).toISOString() });
}

/** Strict, because V8 reads February 30 as March 2, and text without a zone as local time. */
export function parseTimestamp(text: string): number | undefined {
  if (!TIMESTAMP.test(text)) return undefined;
  const toTheSecond = text.slice(0, 19);
  const seconds = Date.parse(`${toTheSecond}Z`);
  if (Number.isNaN(seconds)) return undefined;
  if (!new Date(seconds).toISOString().startsWith(toTheSecond)) return undefined;
  const fraction = text.slice(20, -1).padEnd(3, '0').slice(0, 3);
  return seconds + Number(fraction);
}

/** 64 bytes in base64 end with `=`, which base58 never contains. */
export function decodeSignature(text: string): Uint8Array | undefined {
  if (!text.endsWith('=')) return decodeBase58Exactly(text, SIGNATURE_BYTES);
  if (!BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

function isText(value: string | string[] | undefined): value is string {
  return typeof value === 'string';
}

/** Covers request, service, chain, time and nonce: it is valid for one request to one service. */
interface RequestToSign extends Pick<CredentialRequest, 'method' | 'url' | 'rawBody'> {
  readonly origin: string;
  readonly genesisHash: string;
  readonly timestamp: string;
  readonly nonce: string;
}

export function requestText(request: RequestToSign): string {
  const { origin, genesisHash, method, url, rawBody, timestamp, nonce } = request;
  const bodyHash = sha256Hex(rawBody);
  return ['Tote v1', origin, genesisHash, `${method} ${url}`, bodyHash, timestamp, nonce].join(
    '\n',
  );
}
