import { type Key, toKey } from './key.ts';

interface Instruction {
  programIndex: number;
  accounts: Uint8Array;
  data: Uint8Array;
}

interface Lookup {
  table: Key;
  writable: Uint8Array;
  readonly: Uint8Array;
}

interface TransactionConfig {
  priorityFeeLamports: bigint;
  computeUnitLimit: number;
  loadedAccountsDataSizeLimit: number;
  heapSize: number;
}

export interface WireTransaction {
  version: 'legacy' | 0 | 1;
  bytes: Uint8Array;
  signatures: Key[];
  requiredSignatures: number;
  readonlySigned: number;
  readonlyUnsigned: number;
  staticKeys: Key[];
  blockhash: Key;
  blockhashAt: number;
  instructions: Instruction[];
  lookups: Lookup[];
  config: TransactionConfig | undefined;
}

export class WireError extends Error {}

export const SIZE_LIMIT = 1_232;
export const SIZE_LIMIT_V1 = 4_096;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const VERSION_FLAG = 0x80;

/** Plain loops: this runs for every transaction, and closures cost more than the reads. */
class Reader {
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  skip(length: number): number {
    const start = this.at;
    if (start + length > this.bytes.length) throw new WireError('io error: unexpected end of file');
    this.at = start + length;
    return start;
  }

  take(length: number): Uint8Array {
    const start = this.skip(length);
    return this.bytes.subarray(start, this.at);
  }

  key(length: number): Key {
    const start = this.skip(length);
    return toKey(this.bytes, start, this.at);
  }

  keys(count: number, length: number): Key[] {
    const keys: Key[] = [];
    for (let i = 0; i < count; i += 1) keys.push(this.key(length));
    return keys;
  }

  u8(): number {
    return this.bytes[this.skip(1)] as number;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

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

  end(): void {
    if (this.at !== this.bytes.length) throw new WireError('trailing bytes');
  }
}

const isVersion1 = (bytes: Uint8Array) => bytes[0] === (VERSION_FLAG | 1);

export function readTransaction(bytes: Uint8Array): WireTransaction {
  const reader = new Reader(bytes);
  let transaction: WireTransaction;
  if (isVersion1(bytes)) {
    transaction = readMessage1(reader);
    transaction.signatures = reader.keys(transaction.requiredSignatures, SIGNATURE_BYTES);
  } else {
    const signatures = reader.keys(reader.length(), SIGNATURE_BYTES);
    transaction = readMessage(reader);
    transaction.signatures = signatures;
  }
  reader.end();
  return transaction;
}

export function readMessageBytes(message: Uint8Array): WireTransaction {
  const reader = new Reader(message);
  const read = isVersion1(message) ? readMessage1(reader) : readMessage(reader);
  reader.end();
  return read;
}

function readMessage(reader: Reader): WireTransaction {
  const first = reader.u8();
  const isVersioned = (first & VERSION_FLAG) !== 0;
  if (isVersioned && first !== VERSION_FLAG) {
    throw new WireError(`invalid message version ${first & 0x7f}`);
  }
  const requiredSignatures = isVersioned ? reader.u8() : first;
  const readonlySigned = reader.u8();
  const readonlyUnsigned = reader.u8();
  const staticKeys = reader.keys(reader.length(), KEY_BYTES);
  const blockhashAt = reader.at;
  const blockhash = reader.key(KEY_BYTES);
  const instructions = readInstructions(reader);
  const lookups = isVersioned ? readLookups(reader) : [];
  return {
    version: isVersioned ? 0 : 'legacy',
    bytes: reader.bytes,
    signatures: [],
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    blockhash,
    blockhashAt,
    instructions,
    lookups,
    config: undefined,
  };
}

function readInstructions(reader: Reader): Instruction[] {
  const instructions: Instruction[] = [];
  for (let left = reader.length(); left > 0; left -= 1) {
    const programIndex = reader.u8();
    const accounts = reader.take(reader.length());
    const data = reader.take(reader.length());
    instructions.push({ programIndex, accounts, data });
  }
  return instructions;
}

function readLookups(reader: Reader): Lookup[] {
  const lookups: Lookup[] = [];
  for (let left = reader.length(); left > 0; left -= 1) {
    const table = reader.key(KEY_BYTES);
    const writable = reader.take(reader.length());
    const readonly = reader.take(reader.length());
    lookups.push({ table, writable, readonly });
  }
  return lookups;
}

/** SIMD-0385: no lookups; limits and fee in the message; signatures after it. */
function readMessage1(reader: Reader): WireTransaction {
  reader.u8();
  const requiredSignatures = reader.u8();
  const readonlySigned = reader.u8();
  const readonlyUnsigned = reader.u8();
  const mask = reader.u32();
  const blockhashAt = reader.at;
  const blockhash = reader.key(KEY_BYTES);
  const instructionCount = reader.u8();
  const staticKeys = reader.keys(reader.u8(), KEY_BYTES);
  const config = readConfig(reader, mask);
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
    bytes: reader.bytes,
    signatures: [],
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    blockhash,
    blockhashAt,
    instructions,
    lookups: [],
    config,
  };
}

/** One u32 per bit of the mask. The fee is a u64 in two halves, hence two bits. */
function readConfig(reader: Reader, mask: number): TransactionConfig {
  const next = (bit: number) => ((mask & (1 << bit)) !== 0 ? reader.u32() : 0);
  const priorityFeeLamports = BigInt(next(0)) | (BigInt(next(1)) << 32n);
  const computeUnitLimit = next(2);
  const loadedAccountsDataSizeLimit = next(3);
  const heapSize = next(4);
  for (let bit = 5; bit < 32; bit += 1) next(bit);
  return { priorityFeeLamports, computeUnitLimit, loadedAccountsDataSizeLimit, heapSize };
}

export function isWritable(transaction: WireTransaction, index: number): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys } = transaction;
  if (index < requiredSignatures) return index < requiredSignatures - readonlySigned;
  return index < staticKeys.length - readonlyUnsigned;
}
