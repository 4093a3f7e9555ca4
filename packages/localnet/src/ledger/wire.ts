// Reading transactions as they come over the wire: legacy, version 0, version 1.

export interface Instruction {
  programIndex: number;
  accounts: Uint8Array;
  data: Uint8Array;
}

export interface Lookup {
  table: Uint8Array;
  writable: Uint8Array;
  readonly: Uint8Array;
}

export interface TransactionConfig {
  priorityFeeLamports: bigint;
  computeUnitLimit: number;
  loadedAccountsDataSizeLimit: number;
  heapSize: number;
}

export interface WireTransaction {
  version: 'legacy' | 0 | 1;
  bytes: Uint8Array;
  signatures: Uint8Array[];
  /** What is signed. */
  message: Uint8Array;
  requiredSignatures: number;
  readonlySigned: number;
  readonlyUnsigned: number;
  staticKeys: Uint8Array[];
  blockhash: Uint8Array;
  instructions: Instruction[];
  lookups: Lookup[];
  /** Version 1 carries its limits and its fee itself. */
  config?: TransactionConfig;
}

export class WireError extends Error {}

export const SIZE_LIMIT = 1_232;
export const SIZE_LIMIT_V1 = 4_096;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const VERSION_FLAG = 0x80;

class Reader {
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new WireError('io error: unexpected end of file');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  u8(): number {
    return this.take(1)[0] as number;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  /** The short-vec length: at most three bytes, and no longer than needed. */
  length(): number {
    let value = 0;
    for (let i = 0; i < 3; i += 1) {
      const byte = this.u8();
      value |= (byte & 0x7f) << (7 * i);
      if ((byte & 0x80) === 0) {
        if (i > 0 && byte === 0) throw new WireError('invalid length: alias encoding');
        if (value > 0xffff) break;
        return value;
      }
    }
    throw new WireError('invalid length: overflow');
  }

  keys(count: number): Uint8Array[] {
    return Array.from({ length: count }, () => this.take(KEY_BYTES));
  }
}

export function readTransaction(bytes: Uint8Array): WireTransaction {
  const reader = new Reader(bytes);
  const transaction =
    bytes[0] === (VERSION_FLAG | 1) ? readVersion1(reader) : readWithSignaturesFirst(reader);
  if (reader.at !== bytes.length) throw new WireError('trailing bytes');
  return transaction;
}

function readWithSignaturesFirst(reader: Reader): WireTransaction {
  const count = reader.length();
  const signatures = Array.from({ length: count }, () => reader.take(SIGNATURE_BYTES));
  const message = reader.bytes.subarray(reader.at);
  return { ...readMessage(reader), bytes: reader.bytes, signatures, message };
}

/** Reads a message alone: what `getFeeForMessage` is given. */
export function readMessageBytes(message: Uint8Array): WireTransaction {
  const reader = new Reader(message);
  const isVersion1 = message[0] === (VERSION_FLAG | 1);
  const read = isVersion1 ? readMessage1(reader) : readMessage(reader);
  if (reader.at !== message.length) throw new WireError('trailing bytes');
  return { ...read, bytes: message, signatures: [], message };
}

type Message = Omit<WireTransaction, 'bytes' | 'signatures' | 'message'>;

function readMessage(reader: Reader): Message {
  const first = reader.u8();
  const isVersioned = (first & VERSION_FLAG) !== 0;
  if (isVersioned && first !== VERSION_FLAG) {
    throw new WireError(`invalid message version ${first & 0x7f}`);
  }
  const requiredSignatures = isVersioned ? reader.u8() : first;
  const readonlySigned = reader.u8();
  const readonlyUnsigned = reader.u8();
  const staticKeys = reader.keys(reader.length());
  const blockhash = reader.take(KEY_BYTES);
  const instructions = Array.from({ length: reader.length() }, () => ({
    programIndex: reader.u8(),
    accounts: reader.take(reader.length()),
    data: reader.take(reader.length()),
  }));
  const lookups = Array.from({ length: isVersioned ? reader.length() : 0 }, () => ({
    table: reader.take(KEY_BYTES),
    writable: reader.take(reader.length()),
    readonly: reader.take(reader.length()),
  }));
  return {
    version: isVersioned ? 0 : 'legacy',
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    blockhash,
    instructions,
    lookups,
  };
}

function readVersion1(reader: Reader): WireTransaction {
  const read = readMessage1(reader);
  const message = reader.bytes.subarray(0, reader.at);
  const signatures = Array.from({ length: read.requiredSignatures }, () =>
    reader.take(SIGNATURE_BYTES),
  );
  return { ...read, bytes: reader.bytes, signatures, message };
}

/** SIMD-0385: no lookups, limits and fee in the message, signatures behind it. */
function readMessage1(reader: Reader): Message {
  reader.u8();
  const requiredSignatures = reader.u8();
  const readonlySigned = reader.u8();
  const readonlyUnsigned = reader.u8();
  const mask = reader.u32();
  const blockhash = reader.take(KEY_BYTES);
  const instructionCount = reader.u8();
  const staticKeys = reader.keys(reader.u8());
  // One word per bit; the fee's two bits are the halves of one number.
  const hasBit = (bit: number) => (mask & (1 << bit)) !== 0;
  const word = (bit: number) => (hasBit(bit) ? reader.u32() : 0);
  const fee = BigInt(word(0)) | (BigInt(word(1)) << 32n);
  const computeUnitLimit = word(2);
  const loadedAccountsDataSizeLimit = word(3);
  const heapSize = word(4);
  for (let bit = 5; bit < 32; bit += 1) word(bit);
  const heads = Array.from({ length: instructionCount }, () => ({
    programIndex: reader.u8(),
    accounts: reader.u8(),
    data: reader.u16(),
  }));
  const instructions = heads.map(({ programIndex, accounts, data }) => ({
    programIndex,
    accounts: reader.take(accounts),
    data: reader.take(data),
  }));
  return {
    version: 1,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    blockhash,
    instructions,
    lookups: [],
    config: { priorityFeeLamports: fee, computeUnitLimit, loadedAccountsDataSizeLimit, heapSize },
  };
}

/** Whether a static key may be written, by its place in the message. */
export function isWritable(transaction: WireTransaction, index: number): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys } = transaction;
  if (index < requiredSignatures) return index < requiredSignatures - readonlySigned;
  return index < staticKeys.length - readonlyUnsigned;
}
