// The instructions of a serialized transaction: legacy, version 0 or version 1 (SIMD-0385).
import { type Address, getBase58Decoder } from '@solana/kit';
import { ByteReader } from './byte-reader.ts';

export interface WireInstruction {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

interface Wire {
  /** The first signature, base58. It names the transaction. */
  readonly signature: string;
  /** Without those of lookup tables. */
  readonly keys: readonly Address[];
  readonly instructions: readonly WireInstruction[];
}

const SIGNATURE_BYTES = 64;
const BLOCKHASH_BYTES = 32;
const VERSIONED = 0x80;

/** Throws a RangeError if the bytes are not a transaction. */
export function readWire(bytes: Uint8Array): Wire {
  return bytes[0] === (VERSIONED | 1) ? readVersion1(bytes) : readSignedFirst(bytes);
}

function readSignedFirst(bytes: Uint8Array): Wire {
  const reader = new ByteReader(bytes);
  const signatures = repeat(readLength(reader), () => reader.bytes(SIGNATURE_BYTES));
  const start = reader.u8();
  const isVersioned = (start & VERSIONED) !== 0;
  if (isVersioned && start !== VERSIONED) throw new RangeError('a transaction of another version');
  reader.bytes(isVersioned ? 3 : 2);
  const keys = repeat(readLength(reader), () => reader.address());
  reader.bytes(BLOCKHASH_BYTES);
  const instructions = repeat(readLength(reader), () => ({
    program: reader.u8(),
    accounts: [...reader.bytes(readLength(reader))],
    data: reader.bytes(readLength(reader)),
  }));
  return { signature: nameOf(signatures[0]), keys, instructions };
}

/** The signatures come last, and the limits stand in the message. */
function readVersion1(bytes: Uint8Array): Wire {
  const reader = new ByteReader(bytes);
  const [, signers = 0] = reader.bytes(4);
  const limits = reader.u32();
  reader.bytes(BLOCKHASH_BYTES);
  const count = reader.u8();
  const keys = repeat(reader.u8(), () => reader.address());
  for (let bit = 0; bit < 32; bit += 1) if ((limits >>> bit) & 1) reader.u32();
  const heads = repeat(count, () => [reader.u8(), reader.u8(), reader.u16()] as const);
  const instructions = heads.map(([program, accounts, length]) => ({
    program,
    accounts: [...reader.bytes(accounts)],
    data: reader.bytes(length),
  }));
  const signatures = repeat(signers, () => reader.bytes(SIGNATURE_BYTES));
  return { signature: nameOf(signatures[0]), keys, instructions };
}

function nameOf(signature: Uint8Array | undefined): string {
  if (!signature) throw new RangeError('a transaction without a signature');
  return getBase58Decoder().decode(signature);
}

/** Seven bits per byte, the lowest first. */
function readLength(reader: ByteReader): number {
  let length = 0;
  for (let shift = 0; shift < 21; shift += 7) {
    const byte = reader.u8();
    length |= (byte & 0x7f) << shift;
    if ((byte & 0x80) === 0) return length;
  }
  throw new RangeError('a length of more than three bytes');
}

function repeat<T>(count: number, read: () => T): T[] {
  return Array.from({ length: count }, read);
}
