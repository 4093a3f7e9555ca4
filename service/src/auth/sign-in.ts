// Checks messages of `solana:signIn`. Their nonces are ours: they carry the time and a code, so
// that every replica knows them without a row.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Address } from '@solana/kit';
import { isLoopback } from '@tote/chain/lib/page-access';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { clusterOf, DomainError, LIMITS, SCOPES, type Scope } from '@tote/domain';
import { credentialInvalid } from './caller.ts';
import { findWalletKey, isSignedBy } from './ed25519.ts';
import { readSignedText } from './envelopes.ts';
import { readSignInMessage, type SignInMessage } from './sign-in-message.ts';
import { decodeSignature, parseTimestamp } from './wallet-signature.ts';

const SCOPE_RESOURCE = 'urn:tote:scope:';
const OFFERED_SCOPES: readonly Scope[] = ['read', 'bet', 'create'];
const LEAST_SCOPES: readonly Scope[] = ['read'];
const NONCE = /^([0-9a-f]{12})([0-9a-f]{16})([0-9a-f]{32})$/;
const TIME_CHARACTERS = 12;
const RANDOM_BYTES = 8;
const CODE_CHARACTERS = 32;

interface SignInContext {
  readonly nonceSecret: Uint8Array;
  readonly genesisHash: string;
  readonly origins: readonly [string, ...string[]];
  /** The name of the site, in the text that the wallet shows. */
  readonly name: string;
  readonly wallMs: () => number;
}

export type SignInInput = Required<
  Omit<SignInMessage, 'address' | 'notBefore' | 'requestId' | 'resources'>
> & { readonly resources: readonly string[] };

export class SignIn {
  readonly #context: SignInContext;
  readonly #chainId: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #isHere: boolean;

  constructor(context: SignInContext) {
    const { genesisHash, origins } = context;
    this.#context = context;
    this.#chainId = clusterOf(genesisHash);
    this.#hosts = new Set(origins.map((origin) => new URL(origin).host));
    this.#isHere = isLoopback(nameOf(new URL(origins[0]).host));
  }

  /** `origin`: that of the page, if one asks. Wallets refuse the name of another page. */
  offer(origin: string | undefined): SignInInput {
    const { origins, name, wallMs } = this.#context;
    const [uri] = origins;
    const page = origin !== undefined && URL.canParse(origin) ? new URL(origin).host : '';
    const nowMs = wallMs();
    const endsAtMs = nowMs + LIMITS.signatureAgeSecondsMax * 1_000;
    return {
      domain: this.#isOwn(page) ? page : new URL(uri).host,
      statement: `Sign in to ${name}. This makes an API key that works for 7 days.`,
      uri,
      version: '1',
      chainId: this.#chainId,
      nonce: this.#createNonce(nowMs),
      issuedAt: new Date(nowMs).toISOString(),
      expirationTime: new Date(endsAtMs).toISOString(),
      resources: OFFERED_SCOPES.map((scope) => `${SCOPE_RESOURCE}${scope}`),
    };
  }

  /** Throws unless the wallet signed this message for us just now. Check that its nonce is new. */
  async check(
    wallet: Address,
    { message, signature }: { readonly message: Uint8Array; readonly signature: string },
  ) {
    const walletKey = findWalletKey(wallet);
    const signatureBytes = decodeSignature(signature);
    const isSigned =
      walletKey && signatureBytes && (await isSignedBy(walletKey, message, signatureBytes));
    if (!isSigned) throw credentialInvalid();
    const text = readSignedText(message, walletKey.bytes);
    const signed = text && readSignInMessage(Buffer.from(text).toString());
    if (!signed) throw refusal('it is not the text of Sign In With Solana');
    const { nonce, issuedAtMs } = this.#checkFields(wallet, signed);
    const scopes = readScopes(signed.resources ?? []);
    const messageHash = sha256Hex(message);
    return { wallet, domain: signed.domain, scopes, nonce, issuedAtMs, messageHash };
  }

  #checkFields(wallet: Address, message: SignInMessage): { nonce: string; issuedAtMs: number } {
    const { domain, address, version = '1', chainId, nonce, issuedAt = '' } = message;
    if (!this.#isOwn(domain)) throw refusal(`it is for ${domain}`);
    if (address !== wallet) throw refusal('it names another wallet');
    if (version !== '1') throw refusal('its version is not 1');
    if (chainId !== this.#chainId) throw refusal(`its chain is not ${this.#chainId}`);
    const issuedAtMs = parseTimestamp(issuedAt);
    if (issuedAtMs === undefined) throw refusal('it does not say when it was issued, in UTC');
    const nowMs = this.#context.wallMs();
    const ageMsMax = LIMITS.signatureAgeSecondsMax * 1_000;
    const isNear = Math.abs(nowMs - issuedAtMs) <= ageMsMax;
    if (!isNear || !isWithin(message, nowMs)) throw refusal('it is too old, or not valid yet');
    if (nonce === undefined || !this.#isOurNonce(nonce, nowMs - ageMsMax)) {
      throw refusal('its nonce is not one of ours, or too old');
    }
    return { nonce, issuedAtMs };
  }

  /** Pages of this machine may use a service that nobody else can reach. */
  #isOwn(domain: string): boolean {
    if (domain === '') return false;
    return this.#hosts.has(domain) || (this.#isHere && isLoopback(nameOf(domain)));
  }

  #createNonce(nowMs: number): string {
    const time = nowMs.toString(16).padStart(TIME_CHARACTERS, '0');
    const body = `${time}${randomBytes(RANDOM_BYTES).toString('hex')}`;
    return `${body}${this.#codeOf(body)}`;
  }

  #isOurNonce(nonce: string, notBeforeMs: number): boolean {
    const [, time = '', random = '', code = ''] = NONCE.exec(nonce) ?? [];
    if (code === '') return false;
    const isOurs = timingSafeEqual(Buffer.from(code), Buffer.from(this.#codeOf(time + random)));
    return isOurs && Number.parseInt(time, 16) >= notBeforeMs;
  }

  #codeOf(body: string): string {
    const { nonceSecret } = this.#context;
    return createHmac('sha256', nonceSecret).update(body).digest('hex').slice(0, CODE_CHARACTERS);
  }
}

function isWithin({ expirationTime, notBefore }: SignInMessage, nowMs: number): boolean {
  const ends = expirationTime === undefined ? nowMs + 1 : parseTimestamp(expirationTime);
  const begins = notBefore === undefined ? nowMs : parseTimestamp(notBefore);
  return ends !== undefined && begins !== undefined && nowMs < ends && nowMs >= begins;
}

function readScopes(resources: readonly string[]): readonly Scope[] {
  if (resources.length === 0) return LEAST_SCOPES;
  const scopes = resources.map((resource) =>
    SCOPES.find((scope) => resource === `${SCOPE_RESOURCE}${scope}`),
  );
  const isRight = scopes.every((scope) => scope !== undefined);
  if (!isRight || new Set(scopes).size !== scopes.length) {
    throw refusal(`its resources are not some of ${SCOPE_RESOURCE}${SCOPES.join('|')}, each once`);
  }
  return scopes as Scope[];
}

/** `[::1]:3000` is `::1`. */
function nameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}

const refusal = (reason: string) => new DomainError('sign_in_invalid', { reason });
