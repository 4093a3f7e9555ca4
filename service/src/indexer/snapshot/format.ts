// The file of a snapshot: gzip of lines of JSON. First the head, then the name of each table and
// its rows, and last the end with the digest of everything before it and its signature. The bytes
// before the signature follow from the projection alone: both engines write the same ones.
import type { ChainIdentity } from '../../store/journal/chain-identity.ts';
import type { Cursor } from '../../store/projection/cursors.ts';
import type { SnapshotTable } from '../../store/snapshot/tables.ts';

export const SNAPSHOT_FORMAT = 'tote-snapshot';
export const SNAPSHOT_VERSION = 1;
/** A longer line is not ours: texts of markets are a few kilobytes. */
export const LINE_BYTES_MAX = 1024 * 1024;

export interface SnapshotHead extends ChainIdentity {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: number;
  /** Of the newest transaction in it. */
  readonly slot: string;
  /** The indexer goes on after it: everything up to there is applied and final. */
  readonly cursor: { readonly signature: string; readonly slot: string };
  /** What made the tables what they are. */
  readonly migrations: readonly string[];
  readonly tables: readonly SnapshotTable[];
}

export interface SnapshotEnd {
  /** Rows per table. */
  readonly counts: Readonly<Record<string, number>>;
  /** Of all bytes before this line, hex. */
  readonly sha256: string;
  readonly signer: string;
  /** Base58. */
  readonly signature: string;
}

/** What is signed. It cannot be a transaction: none begins with this many signatures. */
export function signedText(sha256: string): Uint8Array {
  return Buffer.from(`Tote snapshot ${SNAPSHOT_VERSION}: ${sha256}`);
}

export function cursorOf({ cursor }: SnapshotHead): Cursor {
  return { signature: cursor.signature, slot: BigInt(cursor.slot) };
}
