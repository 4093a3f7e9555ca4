import { ed25519 } from '@noble/curves/ed25519.js';
import {
  address,
  getAddressEncoder,
  getBase58Decoder,
  getBase58Encoder,
  getOffchainMessageV0Encoder,
  getOffchainMessageV1Encoder,
  OffchainMessageContentFormat,
  offchainMessageApplicationDomain,
  offchainMessageContentUtf8Of1232BytesMax,
} from '@solana/kit';
import { LIMITS } from '@tote/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedForms } from '../../src/auth/envelopes.ts';
import { SignIn, type SignInInput } from '../../src/auth/sign-in.ts';
import { readSignInMessage, type SignInMessage } from '../../src/auth/sign-in-message.ts';
import { signInText } from './support/sign-in-text.ts';
import { walletNamed } from './support/signing.ts';

const alice = walletNamed('alice');
const NOW = Date.parse('2030-01-01T00:00:00.000Z');
const MAX_MS = LIMITS.signatureAgeSecondsMax * 1_000;
let nowMs: number;
beforeEach(() => {
  nowMs = NOW;
});

const createSignIn = (origin = 'https://tote.example', genesisHash = 'other') =>
  new SignIn({
    nonceSecret: Buffer.alloc(32, 1),
    genesisHash,
    origins: [origin, 'https://page.example'],
    name: 'Tote',
    wallMs: () => nowMs,
  });

const at = (ms: number) => new Date(ms).toISOString();

interface Attempt {
  readonly change?: Partial<Record<keyof SignInMessage, unknown>>;
  readonly wrap?: (text: Uint8Array) => Uint8Array;
  readonly signIn?: SignIn;
  readonly wallet?: typeof alice;
}

/** Offered now, signed by alice with a change, and checked. */
async function attempt({ change = {}, wrap, signIn = createSignIn(), wallet }: Attempt = {}) {
  const input: SignInInput = signIn.offer(undefined);
  const message = { ...input, address: alice.address, ...change } as SignInMessage;
  const text = Buffer.from(signInText(message));
  const bytes = wrap ? wrap(text) : text;
  const signature = getBase58Decoder().decode(ed25519.sign(bytes, alice.seed));
  return signIn.check((wallet ?? alice).address, { message: bytes, signature });
}

describe('readSignInMessage', () => {
  const FULL: SignInMessage = {
    ...{ domain: 'tote.example:8080', address: alice.address, statement: 'Hello: there' },
    ...{ uri: 'https://tote.example', version: '1', chainId: 'solana:mainnet', nonce: 'abc' },
    ...{ issuedAt: 'now', expirationTime: 'later', notBefore: 'before', requestId: '7' },
    resources: ['a', 'b'],
  };

  test('reads every field, and any of them may be missing', () => {
    expect(readSignInMessage(signInText(FULL))).toEqual(FULL);
    for (const name of Object.keys(FULL)) {
      if (name === 'domain' || name === 'address') continue;
      const { [name as keyof SignInMessage]: _, ...rest } = FULL;
      expect(readSignInMessage(signInText(rest as SignInMessage)), name).toEqual(rest);
    }
    const { domain, address } = FULL;
    expect(readSignInMessage(signInText({ domain, address }))).toEqual({ domain, address });
  });

  test.each([
    ['another first line', (text: string) => text.replace('wants', 'wishes')],
    ['no address', (text: string) => text.replace(`\n${alice.address}`, '\n')],
    ['a line at the end', (text: string) => `${text}\n`],
    ['an unknown field', (text: string) => text.replace('Request ID', 'Session')],
    ['a field twice', (text: string) => text.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['another order', (text: string) => text.replace(/(Nonce.*)\n(Issued.*)/, '$2\n$1')],
    ['an empty field', (text: string) => text.replace('Nonce: abc', 'Nonce: ')],
    ['two statements', (text: string) => text.replace('Hello', 'One\n\nHello')],
    ['two lines of statement', (text: string) => text.replace('Hello', 'One\nHello')],
    ['a path in the domain', (text: string) => text.replace(':8080', '/x')],
  ])('refuses %s', (_, change) => {
    const text = change(signInText(FULL));
    expect(text).not.toBe(signInText(FULL));
    expect(readSignInMessage(text)).toBeUndefined();
  });
});

describe('SignIn', () => {
  test('accepts what it offered, with the scopes that were signed', async () => {
    expect(await attempt()).toMatchObject({
      wallet: alice.address,
      domain: 'tote.example',
      scopes: ['read', 'bet', 'create'],
      issuedAtMs: NOW,
    });
    const resources = ['urn:tote:scope:manage'];
    expect(await attempt({ change: { resources } })).toMatchObject({ scopes: ['manage'] });
    expect(await attempt({ change: { resources: undefined } })).toMatchObject({ scopes: ['read'] });
  });

  test('accepts each form in which a wallet may sign the text', async () => {
    const key = getBase58Encoder().encode(alice.address) as Uint8Array;
    const count = [...signedForms(Buffer.from('x'), key)].length;
    for (let form = 0; form < count; form += 1) {
      const wrap = (text: Uint8Array) => [...signedForms(text, key)][form] as Uint8Array;
      expect(await attempt({ wrap }), `form ${form}`).toMatchObject({ wallet: alice.address });
    }
    const wrap = (text: Uint8Array) => Buffer.concat([Buffer.from('\xffsolana', 'latin1'), text]);
    await expect(attempt({ wrap })).rejects.toMatchObject({ code: 'sign_in_invalid' });
  });

  test.each([
    ['another domain', { domain: 'evil.example' }, 'evil.example'],
    ['our domain with another port', { domain: 'tote.example:81' }, 'tote.example:81'],
    ['a page of this machine', { domain: 'localhost:3000' }, 'localhost:3000'],
    ['another wallet', { address: walletNamed('bob').address }, 'another wallet'],
    ['another version', { version: '2' }, 'version'],
    ['another chain', { chainId: 'solana:mainnet' }, 'chain'],
    ['no chain', { chainId: undefined }, 'chain'],
    ['no time', { issuedAt: undefined }, 'issued'],
    ['a time without a zone', { issuedAt: '2030-01-01T00:00:00' }, 'issued'],
    ['no nonce', { nonce: undefined }, 'nonce'],
    ['a nonce of its own', { nonce: 'a'.repeat(60) }, 'nonce'],
    ['an unknown scope', { resources: ['urn:tote:scope:all'] }, 'resources'],
    ['a scope twice', { resources: Array(2).fill('urn:tote:scope:bet') }, 'resources'],
    ['a time that is over', { expirationTime: at(NOW) }, 'too old'],
    ['a time that is not yet', { notBefore: at(NOW + 1) }, 'not valid yet'],
    ['an end that is no time', { expirationTime: 'never' }, 'too old'],
  ])('refuses %s', async (_, change, reason) => {
    const refused = attempt({ change });
    await expect(refused).rejects.toMatchObject({ code: 'sign_in_invalid', status: 401 });
    await expect(refused).rejects.toThrow(reason);
  });

  test('accepts limits on the right side, and a page that the operator lists', async () => {
    await attempt({ change: { expirationTime: at(NOW + 1), notBefore: at(NOW) } });
    await attempt({ change: { issuedAt: at(NOW - MAX_MS) } });
    await attempt({ change: { issuedAt: at(NOW + MAX_MS) } });
    const tooOld = attempt({ change: { issuedAt: at(NOW - MAX_MS - 1) } });
    await expect(tooOld).rejects.toThrow('too old');
    const tooNew = attempt({ change: { issuedAt: at(NOW + MAX_MS + 1) } });
    await expect(tooNew).rejects.toThrow('too old');
    await attempt({ change: { domain: 'page.example' } });
  });

  test('a nonce is valid for 5 minutes, whatever the message says', async () => {
    const signIn = createSignIn();
    const { nonce } = signIn.offer(undefined);
    nowMs = NOW + MAX_MS;
    await attempt({ signIn, change: { nonce } });
    nowMs += 1;
    await expect(attempt({ signIn, change: { nonce } })).rejects.toThrow('nonce');
  });

  test('refuses a signature of another wallet, and one that is none', async () => {
    const wallet = walletNamed('bob');
    await expect(attempt({ wallet })).rejects.toMatchObject({ code: 'credential_invalid' });
    const message = Buffer.from('x');
    const none = createSignIn().check(alice.address, { message, signature: 'x' });
    await expect(none).rejects.toMatchObject({ code: 'credential_invalid' });
  });

  test('offers the name of the page that asks, if it may ask, and the name of the cluster', () => {
    const signIn = createSignIn();
    expect(signIn.offer('https://page.example').domain).toBe('page.example');
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1', undefined]) {
      expect(signIn.offer(origin).domain).toBe('tote.example');
    }
    expect(createSignIn('http://127.0.0.1:3000').offer('http://localhost:1').domain).toBe(
      'localhost:1',
    );
    const devnet = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
    expect(createSignIn('https://a.b', devnet).offer(undefined).chainId).toBe('solana:devnet');
    expect(signIn.offer(undefined).chainId).toBe('solana:localnet');
  });
});

const WALLET = address('9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g');
const KEY = getAddressEncoder().encode(WALLET) as Uint8Array;
const TEXT = 'Tote v1\nhttps://tote.example\nline ☔';

const hex = (bytes: ArrayLike<number>) => Buffer.from(Array.from(bytes)).toString('hex');
const formsOf = (text: string) => [...signedForms(Buffer.from(text), KEY)].map(hex);

describe('signedForms', () => {
  test('has the messages that kit encodes', () => {
    const requiredSignatories = [{ address: WALLET }];
    const versionZero = getOffchainMessageV0Encoder().encode({
      version: 0,
      applicationDomain: offchainMessageApplicationDomain('11111111111111111111111111111111'),
      content: offchainMessageContentUtf8Of1232BytesMax(TEXT),
      requiredSignatories,
    });
    const versionOne = getOffchainMessageV1Encoder().encode({
      version: 1,
      content: TEXT,
      requiredSignatories,
    });
    expect(formsOf(TEXT)).toContain(hex(versionZero));
    expect(formsOf(TEXT)).toContain(hex(versionOne));
  });

  test('has the extended format only for long texts', () => {
    const formats = (text: string) => {
      const [, ...forms] = [...signedForms(Buffer.from(text), KEY)];
      return forms.slice(0, -1).map((form) => form[form.length > text.length + 20 ? 49 : 17]);
    };
    const { UTF8_1232_BYTES_MAX, UTF8_65535_BYTES_MAX, RESTRICTED_ASCII_1232_BYTES_MAX } =
      OffchainMessageContentFormat;
    const short = [UTF8_1232_BYTES_MAX, RESTRICTED_ASCII_1232_BYTES_MAX];
    const long = [...short, UTF8_65535_BYTES_MAX];
    expect(formats('a'.repeat(1_100))).toEqual([...short, ...short]);
    expect(formats('a'.repeat(1_101))).toEqual([...long, ...long]);
  });

  test('does not wrap a text that is too long for the header', () => {
    expect([...signedForms(new Uint8Array(65_536), KEY)]).toHaveLength(1);
  });
});
