// What the ledger remembers of a transaction, as bytes. Records of one group are written together.
import type { Key } from './key.ts';
import { keyBytes } from './key.ts';
import type { TransactionError } from './transaction-error.ts';

export interface TokenBalance {
  /** Index into the transaction's accounts. */
  account: number;
  mint: string;
  owner: string;
  program: string;
  amount: string;
  decimals: number;
}

/** The part of a record that only readers need; binary fields are base64. */
export interface Meta {
  error: TransactionError | null;
  fee: string;
  computeUnits: string;
  logs: string[];
  pre: string[];
  post: string[];
  preTokens: TokenBalance[];
  postTokens: TokenBalance[];
  inner: [instruction: number, program: number, accounts: string, data: string, height: number][];
  returnData: [program: string, data: string] | null;
  /** Addresses from lookup tables, base64: writable ones, then read-only ones. */
  loaded: [writable: string[], readonly: string[]];
}

/** A landed transaction. */
export interface TransactionRecord {
  kind: 'transaction';
  signature: Key;
  slot: bigint;
  unixTimestamp: bigint;
  bytes: Uint8Array;
  meta: Meta;
}

/** Something that the sandbox did; it is replayed like a transaction. */
export interface SandboxRecord {
  kind: 'sandbox';
  slot: bigint;
  unixTimestamp: bigint;
  /** Accounts as they were set, packed. */
  accounts: Uint8Array;
  /** By how much the clock was moved. */
  secondsAdvanced: number;
}

export type LedgerRecord = TransactionRecord | SandboxRecord;

const TRANSACTION = 1;
const SANDBOX = 2;

export function packRecords(records: readonly LedgerRecord[]): Buffer {
  return Buffer.concat(records.flatMap(packRecord));
}

function packRecord(record: LedgerRecord): Uint8Array[] {
  const head = Buffer.allocUnsafe(17);
  head.writeUInt8(record.kind === 'transaction' ? TRANSACTION : SANDBOX);
  head.writeBigUInt64LE(record.slot, 1);
  head.writeBigInt64LE(record.unixTimestamp, 9);
  if (record.kind === 'transaction') {
    const meta = Buffer.from(JSON.stringify(record.meta));
    return [head, keyBytes(record.signature), ...piece(record.bytes), ...piece(meta)];
  }
  const seconds = Buffer.allocUnsafe(8);
  seconds.writeDoubleLE(record.secondsAdvanced);
  return [head, seconds, ...piece(record.accounts)];
}

function piece(bytes: Uint8Array): Uint8Array[] {
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32LE(bytes.length);
  return [length, bytes];
}

export function* unpackRecords(packed: Uint8Array): Iterable<LedgerRecord> {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let at = 0;
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const takePiece = () => take(take(4).readUInt32LE());
  while (at < bytes.length) {
    const kind = take(1)[0];
    const slot = take(8).readBigUInt64LE();
    const unixTimestamp = take(8).readBigInt64LE();
    if (kind === TRANSACTION) {
      const signature = take(64).toString('latin1') as Key;
      const wire = takePiece();
      const meta = JSON.parse(takePiece().toString()) as Meta;
      yield { kind: 'transaction', signature, slot, unixTimestamp, bytes: wire, meta };
    } else {
      const secondsAdvanced = take(8).readDoubleLE();
      const accounts = takePiece();
      yield { kind: 'sandbox', slot, unixTimestamp, accounts, secondsAdvanced };
    }
  }
}

/** One record of a group, without reading those before it. */
export function unpackRecordAt(packed: Uint8Array, index: number): LedgerRecord | undefined {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  let at = 0;
  for (let i = 0; i < index && at < bytes.length; i += 1) at = endOfRecord(bytes, at);
  if (at >= bytes.length) return undefined;
  const [record] = unpackRecords(bytes.subarray(at, endOfRecord(bytes, at)));
  return record;
}

function endOfRecord(bytes: Buffer, start: number): number {
  const isTransaction = bytes[start] === TRANSACTION;
  let end = start + 17 + (isTransaction ? 64 : 8);
  for (let pieces = isTransaction ? 2 : 1; pieces > 0; pieces -= 1) {
    end += 4 + bytes.readUInt32LE(end);
  }
  return end;
}
