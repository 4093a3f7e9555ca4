// Generates vectors/request-signatures.json, with the same bytes each time. After a change:
//   npx tsx service/test/auth/support/make-request-signatures.ts
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ed25519 } from '@noble/curves/ed25519.js';
import { getBase58Decoder } from '@solana/kit';
import { bytesOf, forge, malleate, SMALL_ORDER_POINTS } from './small-order.ts';

export const SERVICE = {
  origin: 'https://tote.example',
  genesisHash: 'CniKdzQ2zDvC9nLfCQQwXVWUDeLcHVhmKgHJhKb1Yg3R',
  now: '2026-11-15T12:00:00.000Z',
} as const;

export interface RequestVector {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `accepted` or the code of the refusal. */
  readonly expected: string;
}

/** The requests of one case go to one service, in order. */
export interface SignatureCase {
  readonly name: string;
  readonly requests: readonly RequestVector[];
}

const P = 2n ** 255n - 19n;
const REFUSED = 'credential_invalid';
const BODY = '{"outcome":"Yes","amount":1.5}';
const BETS = '/v1/markets/market_9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin/bets';

const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);
const seedOf = (name: string) => createHash('sha256').update(`tote vector ${name}`).digest();
const ALICE = seedOf('alice');
const BOB = seedOf('bob');
const addressOf = (seed: Uint8Array) => base58(ed25519.getPublicKey(seed));

interface Parts {
  origin: string;
  genesisHash: string;
  method: string;
  url: string;
  body: string;
  timestamp: string;
  nonce: string;
}

const PARTS: Parts = {
  origin: SERVICE.origin,
  genesisHash: SERVICE.genesisHash,
  method: 'POST',
  url: BETS,
  body: BODY,
  timestamp: '2026-11-15T12:00:00Z',
  nonce: 'nonce-0123456789',
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function textOf(parts: Parts): Uint8Array {
  const { origin, genesisHash, method, url, body, timestamp, nonce } = parts;
  const lines = ['Tote v1', origin, genesisHash, `${method} ${url}`, sha256(body)];
  return Buffer.from([...lines, timestamp, nonce].join('\n'));
}

/** The signed request, and the request that is sent. */
function request(
  expected: string,
  change: {
    signed?: Partial<Parts>;
    sent?: Partial<Parts>;
    wrap?: (text: Uint8Array) => Uint8Array;
    headers?: Record<string, string | undefined>;
    seed?: Uint8Array;
    encode?: (signature: Uint8Array) => string;
  } = {},
): RequestVector {
  const { wrap = (text) => text, seed = ALICE, encode = base58 } = change;
  const signed = { ...PARTS, ...change.signed };
  const sent = { ...signed, ...change.sent };
  const headers: Record<string, string | undefined> = {
    'x-wallet': addressOf(ALICE),
    'x-timestamp': sent.timestamp,
    'x-nonce': sent.nonce,
    'x-signature': encode(ed25519.sign(wrap(textOf(signed)), seed)),
    ...change.headers,
  };
  const { method, url, body } = sent;
  return { method, url, body, headers: defined(headers), expected };
}

function defined(headers: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}

const one = (name: string, ...given: Parameters<typeof request>): SignatureCase => ({
  name,
  requests: [request(...given)],
});

/** A request with a forged signature of a key of small order. */
function forged(name: string, key: Uint8Array): SignatureCase {
  const signature = forge(key, textOf(PARTS));
  const headers = { 'x-wallet': base58(key), 'x-signature': base58(signature) };
  return one(name, REFUSED, { headers });
}

const OFFCHAIN = Buffer.from('\xffsolana offchain', 'latin1');
const size = (text: Uint8Array) => Buffer.from([text.length & 0xff, text.length >> 8]);
const alice = ed25519.getPublicKey(ALICE);
const ledger = (format: number) => (text: Uint8Array) =>
  Buffer.concat([OFFCHAIN, Buffer.from([0, format]), size(text), text]);
const versionZero = (format: number, signer = alice, domain = Buffer.alloc(32)) => {
  const head = [OFFCHAIN, Buffer.from([0]), domain, Buffer.from([format, 1]), signer];
  return (text: Uint8Array) => Buffer.concat([...head, size(text), text]);
};
const versionOne = (signers: Uint8Array[]) => (text: Uint8Array) =>
  Buffer.concat([OFFCHAIN, Buffer.from([1, signers.length]), ...signers, text]);

const KEYED = { 'idempotency-key': 'retry-1' };

const VALID: SignatureCase[] = [
  one('valid, base58', 'accepted'),
  one('valid, base64', 'accepted', { encode: (bytes) => Buffer.from(bytes).toString('base64') }),
  one('valid, a GET with a query and no body', 'accepted', {
    signed: { method: 'GET', url: '/v1/markets?limit=5&status=open', body: '' },
  }),
  one('valid, a body in other scripts', 'accepted', { signed: { body: '{"question":"雨? ☔"}' } }),
  one('valid, Ledger header, UTF-8', 'accepted', { wrap: ledger(1) }),
  one('valid, Ledger header, ASCII', 'accepted', { wrap: ledger(0) }),
  one('valid, off-chain message version 0', 'accepted', { wrap: versionZero(1) }),
  one('valid, off-chain message version 1', 'accepted', { wrap: versionOne([alice]) }),
  one('valid, five minutes old', 'accepted', { signed: { timestamp: '2026-11-15T11:55:00Z' } }),
  one('valid, five minutes early', 'accepted', { signed: { timestamp: '2026-11-15T12:05:00Z' } }),
  one('valid, milliseconds', 'accepted', { signed: { timestamp: '2026-11-15T11:59:59.123Z' } }),
  one('valid, the shortest nonce', 'accepted', { signed: { nonce: 'a'.repeat(16) } }),
  one('valid, the longest nonce', 'accepted', { signed: { nonce: '_-'.repeat(32) } }),
];

const REPLAYED: SignatureCase[] = [
  { name: 'replay', requests: [request('accepted'), request('nonce_reused')] },
  {
    name: 'another request with the same nonce',
    requests: [request('accepted'), request('nonce_reused', { signed: { body: '{}' } })],
  },
  {
    name: 'the same nonce of another wallet',
    requests: [
      request('accepted'),
      request('accepted', { seed: BOB, headers: { 'x-wallet': addressOf(BOB) } }),
    ],
  },
  {
    name: 'an identical retry with its Idempotency-Key',
    requests: [request('accepted', { headers: KEYED }), request('accepted', { headers: KEYED })],
  },
  {
    name: 'a retry with an Idempotency-Key that the first did not have',
    requests: [request('accepted'), request('nonce_reused', { headers: KEYED })],
  },
  {
    name: 'a retry with another Idempotency-Key',
    requests: [
      request('accepted', { headers: KEYED }),
      request('nonce_reused', { headers: { 'idempotency-key': 'retry-2' } }),
    ],
  },
  {
    name: 'another body with the same nonce and Idempotency-Key',
    requests: [
      request('accepted', { headers: KEYED }),
      request('nonce_reused', { signed: { body: '{}' }, headers: KEYED }),
    ],
  },
  {
    name: 'a refused signature does not use up the nonce',
    requests: [request(REFUSED, { seed: BOB }), request('accepted')],
  },
];

const MOVED: SignatureCase[] = [
  one('other path', REFUSED, { sent: { url: BETS.replace('9x', '8x') } }),
  one('other query', REFUSED, {
    signed: { url: '/v1/account?a=1' },
    sent: { url: '/v1/account?a=2' },
  }),
  one('other method', REFUSED, { sent: { method: 'PUT' } }),
  one('other body', REFUSED, { sent: { body: BODY.replace('1.5', '15') } }),
  one('body in other spacing', REFUSED, { sent: { body: BODY.replace(',', ', ') } }),
  one('body taken away', REFUSED, { sent: { body: '' } }),
  one('other timestamp', REFUSED, { sent: { timestamp: '2026-11-15T12:00:01Z' } }),
  one('other nonce', REFUSED, { sent: { nonce: 'nonce-0123456780' } }),
  one('other wallet named', REFUSED, { headers: { 'x-wallet': addressOf(BOB) } }),
  one('signed by another wallet', REFUSED, { seed: BOB }),
  one('other origin', REFUSED, { signed: { origin: 'https://evil.example' } }),
  one('origin with a slash', REFUSED, { signed: { origin: `${SERVICE.origin}/` } }),
  one('other chain', REFUSED, {
    signed: { genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' },
  }),
  one('text with a trailing line feed', REFUSED, {
    wrap: (text) => Buffer.concat([text, Buffer.from('\n')]),
  }),
  one('text hashed before signing', REFUSED, {
    wrap: (text) => createHash('sha256').update(text).digest(),
  }),
];

const TIMED: SignatureCase[] = [
  one('expired', 'signature_expired', { signed: { timestamp: '2026-11-15T11:54:59Z' } }),
  one('expired by a millisecond', 'signature_expired', {
    signed: { timestamp: '2026-11-15T11:54:59.999Z' },
  }),
  one('future', 'signature_expired', { signed: { timestamp: '2026-11-15T12:05:00.001Z' } }),
  one('expired by a year', 'signature_expired', { signed: { timestamp: '2025-11-15T12:00:00Z' } }),
  ...[
    '2026-11-15T12:00:00',
    '2026-11-15T12:00:00+00:00',
    '2026-11-15 12:00:00Z',
    '2026-11-15T12:00:00z',
    '2026-11-15T24:00:00Z',
    '2026-11-31T12:00:00Z',
    '2026-11-15T12:00Z',
    '1794744000',
    '+002026-11-15T12:00:00Z',
    ' 2026-11-15T12:00:00Z',
    '',
  ].map((timestamp) => one(`timestamp "${timestamp}"`, REFUSED, { signed: { timestamp } })),
];

const NONCES: SignatureCase[] = [
  'a'.repeat(15),
  'a'.repeat(65),
  'nonce 0123456789',
  'nonce+0123456789',
  'nonce\u00e90123456789',
  '',
].map((nonce) => one(`nonce "${nonce}"`, REFUSED, { signed: { nonce } }));

const HEADERS = ['x-wallet', 'x-timestamp', 'x-nonce', 'x-signature'];
const MISSING: SignatureCase[] = HEADERS.map((header) =>
  one(`without ${header}`, REFUSED, { headers: { [header]: undefined } }),
);

const standard = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
/** The last character before the padding has four unused bits. */
function withSpareBit(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = alphabet.indexOf(text.charAt(85));
  return `${text.slice(0, 85)}${alphabet.charAt(last + 1)}==`;
}

/** A nonce whose signature has a character in which the two alphabets of base64 differ. */
function nonceForUrlAlphabet(): string {
  for (let i = 0; ; i += 1) {
    const nonce = `nonce-of-another-${i}`;
    if (/[+/]/.test(standard(ed25519.sign(textOf({ ...PARTS, nonce }), ALICE)))) return nonce;
  }
}

const ENCODED: SignatureCase[] = [
  one('signature in hex', REFUSED, { encode: (bytes) => Buffer.from(bytes).toString('hex') }),
  one('base64 without padding', REFUSED, { encode: (bytes) => standard(bytes).slice(0, 86) }),
  one('base64 for URLs', REFUSED, {
    encode: (bytes) => `${Buffer.from(bytes).toString('base64url')}==`,
    signed: { nonce: nonceForUrlAlphabet() },
  }),
  one('base64 with a spare bit set', REFUSED, { encode: (bytes) => withSpareBit(standard(bytes)) }),
  one('base58 with a zero byte in front', REFUSED, { encode: (bytes) => `1${base58(bytes)}` }),
  one('signature cut by a byte', REFUSED, { encode: (bytes) => base58(bytes.slice(0, 63)) }),
  one('signature with a byte more', REFUSED, {
    encode: (bytes) => base58(Buffer.concat([bytes, Buffer.from([0])])),
  }),
  one('signature with a space', REFUSED, { encode: (bytes) => `${base58(bytes)} ` }),
  one('empty signature', REFUSED, { encode: () => '' }),
  one('signature of zeros', REFUSED, { encode: () => base58(new Uint8Array(64)) }),
  one('wallet in hex', REFUSED, { headers: { 'x-wallet': Buffer.from(alice).toString('hex') } }),
  one('wallet with a zero byte in front', REFUSED, {
    headers: { 'x-wallet': `1${addressOf(ALICE)}` },
  }),
  one('wallet of 31 bytes', REFUSED, { headers: { 'x-wallet': base58(alice.slice(0, 31)) } }),
];

const ENVELOPES: SignatureCase[] = [
  one('Ledger header with an unknown format', REFUSED, { wrap: ledger(3) }),
  one('Ledger header with a wrong length', REFUSED, {
    wrap: (text) => Buffer.concat([OFFCHAIN, Buffer.from([0, 1]), size(text.subarray(1)), text]),
  }),
  one('version 0 that names another signer', REFUSED, {
    wrap: versionZero(1, ed25519.getPublicKey(BOB)),
  }),
  one('version 0 of another application', REFUSED, {
    wrap: versionZero(1, alice, Buffer.alloc(32, 7)),
  }),
  one('version 1 with two signers', REFUSED, {
    wrap: versionOne([alice, ed25519.getPublicKey(BOB)]),
  }),
  one('version 1 of another text', REFUSED, {
    wrap: (text) => versionOne([alice])(Buffer.concat([text, Buffer.from(' ')])),
  }),
  one('version 2', REFUSED, {
    wrap: (text) => Buffer.concat([OFFCHAIN, Buffer.from([2, 1]), alice, text]),
  }),
];

const FORGED: SignatureCase[] = [
  one('malleated: S + L', REFUSED, { encode: (signature) => base58(malleate(signature)) }),
  ...SMALL_ORDER_POINTS.map((point, index) =>
    forged(`small order key ${index}${index === 0 ? ', the identity' : ''}`, point.toBytes()),
  ),
  forged('the identity written as p + 1', bytesOf(P + 1n)),
  forged('the identity with the sign of x set', bytesOf(1n + 2n ** 255n)),
  forged('a key of order 2 with the sign of x set', bytesOf(P - 1n + 2n ** 255n)),
  forged('a key of order 4 written as p', bytesOf(P)),
];

export const SIGNATURE_CASES: readonly SignatureCase[] = [
  ...[VALID, REPLAYED, MOVED, TIMED, NONCES, MISSING, ENCODED, ENVELOPES, FORGED].flat(),
];

export function formatVectors(): string {
  const about =
    'Requests signed by a wallet. The text is seven lines: Tote v1, origin, genesis hash, ' +
    'METHOD path?query, sha256 hex of the body, X-Timestamp, X-Nonce; joined by line feeds. The ' +
    'requests of a case go to one service in order; expected is accepted or the error code.';
  const cases = SIGNATURE_CASES.map((each) => `    ${JSON.stringify(each)}`).join(',\n');
  const service = JSON.stringify(SERVICE);
  const head = `  "about": ${JSON.stringify(about)},\n  "service": ${service},\n`;
  return `{\n${head}  "cases": [\n${cases}\n  ]\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = new URL('../../../../vectors/request-signatures.json', import.meta.url);
  writeFileSync(file, formatVectors());
}
