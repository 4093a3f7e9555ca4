// Signed price updates as Pyth makes them, with signers of our own: messages in a Merkle tree, its
// root in a VAA, everything in one accumulator update. And the checks that the receiver makes.
import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { PythPrice } from '../../../src/oracles/layouts/pyth-price-update.ts';
import { PRICE_FEEDS } from '../../../src/oracles/price-feeds.ts';

/** As many as Wormhole has; 13 of them are a quorum. */
const GUARDIANS = 19;
export const QUORUM = 13;
export const GUARDIAN_SET = 4;
/** Where the roots come from. */
export const EMITTER = { chain: 26, address: Buffer.alloc(32, 7) };

const SECRETS = Array.from({ length: GUARDIANS }, (_, index) =>
  createHash('sha256').update(`guardian ${index}`).digest(),
);

/** As in the account with the set of signers: the last 20 bytes of the hash of a public key. */
export const GUARDIAN_ADDRESSES: readonly Buffer[] = SECRETS.map((secret) =>
  addressOf(secp256k1.getPublicKey(secret, false)),
);

function addressOf(publicKey: Uint8Array): Buffer {
  return Buffer.from(keccak_256(publicKey.subarray(1))).subarray(12);
}

/** The price of a feed that is published each second. */
export function priceAt(second: number, changed: Partial<PythPrice> = {}): PythPrice {
  const [{ feedId, exponent }] = PRICE_FEEDS as unknown as [(typeof PRICE_FEEDS)[number]];
  return {
    ...{ feedId, exponent, price: 15_012_345_678n, confidence: 5_000_000n },
    ...{ publishedAt: BigInt(second), previousPublishedAt: BigInt(second) - 1n },
    ...{ emaPrice: 15_000_000_000n, emaConfidence: 6_000_000n },
    ...changed,
  };
}

export function encodeMessage(price: PythPrice): Buffer {
  const message = Buffer.alloc(85);
  message.write(price.feedId, 1, 'hex');
  message.writeBigInt64BE(price.price, 33);
  message.writeBigUInt64BE(price.confidence, 41);
  message.writeInt32BE(price.exponent, 49);
  message.writeBigInt64BE(price.publishedAt, 53);
  message.writeBigInt64BE(price.previousPublishedAt, 61);
  message.writeBigInt64BE(price.emaPrice, 69);
  message.writeBigUInt64BE(price.emaConfidence, 77);
  return message;
}

export function decodeMessage(message: Buffer): PythPrice {
  return {
    feedId: message.toString('hex', 1, 33),
    price: message.readBigInt64BE(33),
    confidence: message.readBigUInt64BE(41),
    exponent: message.readInt32BE(49),
    publishedAt: message.readBigInt64BE(53),
    previousPublishedAt: message.readBigInt64BE(61),
    emaPrice: message.readBigInt64BE(69),
    emaConfidence: message.readBigUInt64BE(77),
  };
}

interface UpdateOptions {
  readonly signatures?: number;
  /** Messages that are no prices, before the prices. */
  readonly others?: readonly Buffer[];
  /** Messages in the same tree, most of them of other feeds; the real one has hundreds. */
  readonly leaves?: number;
}

export function makeUpdate(
  prices: readonly PythPrice[],
  { signatures = QUORUM, others = [], leaves = 50 }: UpdateOptions = {},
): Buffer {
  const messages = [...others, ...prices.map(encodeMessage)];
  const fillers = Array.from({ length: Math.max(0, leaves - messages.length) }, (_, index) =>
    Buffer.from(`filler ${index}`),
  );
  const tree = makeTree([...messages, ...fillers]);
  const vaa = makeVaa(tree.root, signatures);
  return Buffer.concat([
    Buffer.from('PNAU'),
    // Version 1.0, nothing added, and the only type of proof.
    Buffer.from([1, 0, 0, 0]),
    ...[u16(vaa.length), vaa, Buffer.from([messages.length])],
    ...messages.flatMap((message, index) => {
      const proof = tree.prove(index);
      return [u16(message.length), message, Buffer.from([proof.length]), ...proof];
    }),
  ]);
}

function makeVaa(root: Buffer, signatures: number): Buffer {
  const payload = Buffer.alloc(37);
  payload.write('AUWV');
  payload.writeBigUInt64BE(123_456_789n, 5);
  payload.writeUInt32BE(10_000, 13);
  root.copy(payload, 17);
  const head = Buffer.alloc(51);
  head.writeUInt32BE(1_790_000_000, 0);
  head.writeUInt16BE(EMITTER.chain, 8);
  EMITTER.address.copy(head, 10);
  head.writeBigUInt64BE(99n, 42);
  head[50] = 1;
  const body = Buffer.concat([head, payload]);
  const digest = digestOf(body);
  const signed = SECRETS.slice(0, signatures).map((secret, index) => {
    const options = { prehash: false, format: 'recovered' } as const;
    const [recovery, ...rs] = secp256k1.sign(digest, secret, options);
    return Buffer.from([index, ...rs, recovery as number]);
  });
  const version = Buffer.from([1, 0, 0, 0, GUARDIAN_SET, signatures]);
  return Buffer.concat([version, ...signed, body]);
}

const digestOf = (body: Uint8Array) => keccak_256(keccak_256(body));

function makeTree(messages: readonly Buffer[]) {
  const width = 2 ** Math.ceil(Math.log2(messages.length));
  const leaves = Array.from({ length: width }, (_, index) => {
    const message = messages[index];
    return message ? hash([0], message) : hash([2]);
  });
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, index) =>
      hashNode(below[index * 2] as Buffer, below[index * 2 + 1] as Buffer),
    );
  }
  return {
    root: levels.at(-1)?.[0] as Buffer,
    prove: (index: number) =>
      levels.slice(0, -1).map((level, depth) => level[(index >> depth) ^ 1] as Buffer),
  };
}

/** Smaller first, so that a proof need not say which side it is on. */
function hashNode(a: Buffer, b: Buffer): Buffer {
  return a.compare(b) <= 0 ? hash([1], a, b) : hash([1], b, a);
}

function hash(prefix: readonly number[], ...parts: readonly Buffer[]): Buffer {
  return Buffer.from(keccak_256(Buffer.concat([Buffer.from(prefix), ...parts]))).subarray(0, 20);
}

/** What the receiver checks, with the set of signers above. Returns how many have signed. */
export function verifyUpdate(
  vaa: Uint8Array,
  { message, proof }: { readonly message: Uint8Array; readonly proof: readonly Uint8Array[] },
): number {
  const bytes = Buffer.from(vaa);
  const count = bytes[5] as number;
  const body = bytes.subarray(6 + count * 66);
  let last = -1;
  for (let at = 6; at < 6 + count * 66; at += 66) {
    const index = bytes[at] as number;
    if (index <= last) throw new Error('InvalidGuardianOrder');
    last = index;
    const recovered = Buffer.concat([
      bytes.subarray(at + 65, at + 66),
      bytes.subarray(at + 1, at + 65),
    ]);
    const key = secp256k1.recoverPublicKey(recovered, digestOf(body), { prehash: false });
    const publicKey = secp256k1.Point.fromBytes(key).toBytes(false);
    const isOurs = GUARDIAN_ADDRESSES[index]?.equals(addressOf(publicKey));
    if (!isOurs) throw new Error('InvalidGuardianKeyRecovery');
  }
  const root = body.subarray(51 + 17);
  const proven = proof.reduce<Buffer>(
    (node, other) => hashNode(node, Buffer.from(other)),
    hash([0], Buffer.from(message)),
  );
  if (!proven.equals(root)) throw new Error('InvalidPriceUpdate');
  return count;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
