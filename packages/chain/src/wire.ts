import type { Address } from '@solana/kit';
import { bytesToAddress } from './address-bytes.ts';

export interface WireInstruction {
  programIndex: number;
  accounts: ArrayLike<number>;
  data: Uint8Array;
}

export interface Wire {
  signature: Uint8Array;
  keys: Address[];
  instructions: WireInstruction[];
  blockhashOffset: number;
  /** Version 1 only: which compute budget values the message has, and where they begin. */
  budget?: { mask: number; offset: number };
}

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const HEADER_BYTES = 3;
const VERSION_FLAG = 0x80;
const VERSION_1 = VERSION_FLAG | 1;

export function readWire(bytes: Uint8Array): Wire {
  return bytes[0] === VERSION_1 ? readVersion1(bytes) : readSignaturesFirst(bytes);
}

function readSignaturesFirst(bytes: Uint8Array): Wire {
  const reader = new Reader(bytes);
  const signatures = reader.take(reader.length() * SIGNATURE_BYTES);
  const messageOffset = reader.at;
  if (signatures.length === 0) throw new RangeError('the transaction has no signature');
  if (((bytes[reader.at] as number) & VERSION_FLAG) !== 0 && reader.u8() !== VERSION_FLAG) {
    throw new RangeError('the transaction has an unknown version');
  }
  reader.take(HEADER_BYTES);
  const keys: Address[] = [];
  for (let left = reader.length(); left > 0; left -= 1) {
    keys.push(bytesToAddress(reader.take(KEY_BYTES)));
  }
  const blockhashOffset = reader.at - messageOffset;
  reader.take(KEY_BYTES);
  const instructions: WireInstruction[] = [];
  for (let left = reader.length(); left > 0; left -= 1) {
    const programIndex = reader.u8();
    const accounts = reader.take(reader.length());
    instructions.push({ programIndex, accounts, data: reader.take(reader.length()) });
  }
  const signature = signatures.subarray(0, SIGNATURE_BYTES);
  return { signature, keys, instructions, blockhashOffset };
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.#bytes.length) throw new RangeError('the transaction ends too early');
    const taken = this.#bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  u8(): number {
    return this.take(1)[0] as number;
  }

  /** Short-vec length: seven bits per byte, at most three bytes. */
  length(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value;
    }
    throw new RangeError('the transaction has a length that is too long');
  }
}

/** SIMD-0385: limits in the message, signatures after it, no lookup tables. */
function readVersion1(bytes: Uint8Array): Wire {
  const reader = new Reader(bytes);
  reader.u8();
  const signers = reader.u8();
  reader.take(HEADER_BYTES - 1);
  const mask = reader.u8() | (reader.u8() << 8) | (reader.u8() << 16) | (reader.u8() << 24);
  const blockhashOffset = reader.at;
  reader.take(KEY_BYTES);
  const count = reader.u8();
  const keys: Address[] = [];
  for (let left = reader.u8(); left > 0; left -= 1)
    keys.push(bytesToAddress(reader.take(KEY_BYTES)));
  const budget = { mask, offset: reader.at };
  // A u32 for each bit.
  for (let bit = 0; bit < 32; bit += 1) if ((mask >>> bit) & 1) reader.take(4);
  const heads = Array.from({ length: count }, () => ({
    programIndex: reader.u8(),
    accounts: reader.u8(),
    data: reader.u8() | (reader.u8() << 8),
  }));
  const instructions = heads.map(({ programIndex, accounts, data }) => ({
    programIndex,
    accounts: reader.take(accounts),
    data: reader.take(data),
  }));
  if (signers === 0) throw new RangeError('the transaction has no signature');
  const signature = reader.take(signers * SIGNATURE_BYTES).subarray(0, SIGNATURE_BYTES);
  return { signature, keys, instructions, blockhashOffset, budget };
}

export function encodeWire({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
