import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { Key } from './key.ts';

export interface TransactionRecord {
  kind: 'transaction';
  signature: Key;
  slot: bigint;
  unixTimestamp: bigint;
  bytes: Uint8Array;
  receipt: Uint8Array;
}

/** A change by the sandbox. It is replayed like a transaction. */
export interface SandboxRecord {
  kind: 'sandbox';
  slot: bigint;
  unixTimestamp: bigint;
  accounts: Uint8Array;
  secondsAdvanced: number;
}

interface PrunedRecord {
  kind: 'pruned';
}

export type LedgerRecord = TransactionRecord | SandboxRecord | PrunedRecord;

const TRANSACTION = 1;
const SANDBOX = 2;
const PRUNED = 3;
const SIGNATURE_BYTES = 64;
const writer = new ByteWriter();

export function packRecords(records: readonly LedgerRecord[]): Buffer {
  writer.reset();
  for (const record of records) packRecord(record);
  return writer.copyUnpooled();
}

function packRecord(record: LedgerRecord): void {
  if (record.kind === 'pruned') {
    writer.u8(PRUNED);
    return;
  }
  writer.u8(record.kind === 'transaction' ? TRANSACTION : SANDBOX);
  writer.u64(record.slot);
  writer.i64(record.unixTimestamp);
  if (record.kind === 'transaction') {
    writer.key(record.signature);
    writer.blob(record.bytes);
    writer.blob(record.receipt);
  } else {
    writer.f64(record.secondsAdvanced);
    writer.blob(record.accounts);
  }
}

export function* unpackRecords(packed: Uint8Array): Iterable<LedgerRecord> {
  const reader = new ByteReader(packed);
  while (!reader.isAtEnd) yield readRecord(reader);
}

function readRecord(reader: ByteReader): LedgerRecord {
  const kind = reader.u8();
  if (kind === PRUNED) return { kind: 'pruned' };
  const slot = reader.u64();
  const unixTimestamp = reader.i64();
  if (kind === TRANSACTION) {
    const signature = reader.key(SIGNATURE_BYTES);
    const bytes = reader.blob();
    const receipt = reader.blob();
    return { kind: 'transaction', signature, slot, unixTimestamp, bytes, receipt };
  }
  const secondsAdvanced = reader.f64();
  const accounts = reader.blob();
  return { kind: 'sandbox', slot, unixTimestamp, accounts, secondsAdvanced };
}

export function unpackRecordAt(packed: Uint8Array, index: number): LedgerRecord | undefined {
  const reader = new ByteReader(packed);
  for (let i = 0; !reader.isAtEnd; i += 1) {
    const record = readRecord(reader);
    if (i === index) return record;
  }
  return undefined;
}

/** A sequence number is the group's id times this, plus the index in the group. */
export const RECORDS_PER_GROUP_MAX = 1_024n;

export const seqOf = (group: bigint, index: number) =>
  group * RECORDS_PER_GROUP_MAX + BigInt(index);

// The records of a group as they are in the ledger's file. They repeat the same addresses and log
// lines, so that compressed they need a half to a third of the space.
const COMPRESSED = Buffer.from([0]);
/** The fastest level: the others save a twentieth more. */
const LEVEL = 1;
/** Larger groups have programs that the sandbox loads, and are soon forgotten. */
const BYTES_MAX = 65_536;

export function storeRecords(packed: Uint8Array): Uint8Array {
  if (packed.length > BYTES_MAX) return packed;
  const compressed = Buffer.concat([COMPRESSED, deflateRawSync(packed, { level: LEVEL })]);
  return compressed.length < packed.length ? compressed : packed;
}

export function readStoredRecords(stored: Uint8Array): Uint8Array {
  return stored[0] === COMPRESSED[0] ? inflateRawSync(stored.subarray(1)) : stored;
}
