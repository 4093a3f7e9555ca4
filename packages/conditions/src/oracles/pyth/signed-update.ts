// Reads what Hermes sends: a root signed by Pyth's signers (a VAA) and, for each feed, a message
// with the proof that it belongs to the root. Numbers are big-endian. Nothing is verified here: the
// receiver program does that. But what is not exactly in this format is refused.
import { getBase16Decoder } from '@solana/kit';
import type { PythPrice } from '../layouts/pyth-price-update.ts';

const MAGIC = '504e4155';
const MAJOR_VERSION = 1;
const WORMHOLE_MERKLE = 0;
const PROOF_NODE_BYTES = 20;
const PRICE_MESSAGE = 0;
const PRICE_MESSAGE_BYTES = 85;

const VAA_VERSION = 1;
const VAA_HEAD_BYTES = 6;
const VAA_SIGNATURE_BYTES = 66;
/** Time, nonce, emitter, sequence and consistency level, before the payload. */
const VAA_BODY_BYTES = 51;

interface Vaa {
  readonly bytes: Uint8Array;
  readonly guardianSet: number;
  readonly signatures: number;
}

export interface SignedUpdate {
  readonly vaa: Vaa;
  readonly message: Uint8Array;
  readonly proof: readonly Uint8Array[];
  readonly price: PythPrice;
}

/** Throws a RangeError if the bytes are anything else. Messages that are no prices are left out. */
export function readSignedUpdates(bytes: Uint8Array): SignedUpdate[] {
  const reader = new Reader(bytes);
  if (hex(reader.take(4)) !== MAGIC) throw new RangeError('it is no update');
  if (reader.number(1) !== MAJOR_VERSION) throw new RangeError('its version is unknown');
  // A higher minor version only adds data, in the field that is skipped.
  reader.take(1);
  reader.take(reader.number(1));
  if (reader.number(1) !== WORMHOLE_MERKLE) throw new RangeError('its proof is of another type');
  const vaa = readVaa(reader.take(reader.number(2)));
  const updates: SignedUpdate[] = [];
  for (let left = reader.number(1); left > 0; left -= 1) {
    const message = reader.take(reader.number(2));
    const nodes = reader.number(1);
    const proof = Array.from({ length: nodes }, () => reader.take(PROOF_NODE_BYTES));
    if (message[0] !== PRICE_MESSAGE) continue;
    updates.push({ vaa, message, proof, price: readPrice(message) });
  }
  if (!reader.isAtEnd) throw new RangeError('it is longer than it says');
  return updates;
}

function readVaa(bytes: Uint8Array): Vaa {
  const reader = new Reader(bytes);
  if (reader.number(1) !== VAA_VERSION) throw new RangeError('the version of its VAA is unknown');
  const guardianSet = reader.number(4);
  const signatures = reader.number(1);
  const bytesMin = VAA_HEAD_BYTES + signatures * VAA_SIGNATURE_BYTES + VAA_BODY_BYTES;
  if (signatures === 0 || bytes.length <= bytesMin) throw new RangeError('its VAA is too short');
  return { bytes, guardianSet, signatures };
}

/** Fields that are added later stand behind these. */
function readPrice(message: Uint8Array): PythPrice {
  if (message.length < PRICE_MESSAGE_BYTES) throw new RangeError('its message is too short');
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  return {
    feedId: hex(message.subarray(1, 33)),
    price: view.getBigInt64(33),
    confidence: view.getBigUint64(41),
    exponent: view.getInt32(49),
    publishedAt: view.getBigInt64(53),
    previousPublishedAt: view.getBigInt64(61),
    emaPrice: view.getBigInt64(69),
    emaConfidence: view.getBigUint64(77),
  };
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('it ends too early');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  number(bytes: number): number {
    return this.take(bytes).reduce((value, byte) => value * 256 + byte, 0);
  }
}

const hex = (bytes: Uint8Array) => getBase16Decoder().decode(bytes);
