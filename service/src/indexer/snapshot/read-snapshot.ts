// The file of a snapshot: gzip of lines of JSON. First the head, then the name of each table and
// its rows, and last the end with the digest of everything before it and its signature. The bytes
// before the signature follow from the projection alone: both engines write the same ones.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { decodeBase58Exactly } from '@tote/chain/lib/base58';
import { UsageError } from '@tote/chain/lib/usage-error';
import { findWalletKey, isSignedBy, SIGNATURE_BYTES } from '../../auth/ed25519.ts';
import type { ChainIdentity } from '../../store/journal/chain-identity.ts';
import { PROJECTION_MIGRATIONS } from '../../store/migrate.ts';
import type { Cursor } from '../../store/projection/transactions.ts';
import type { SnapshotRow, SnapshotTable } from '../../store/snapshot/tables.ts';

export const SNAPSHOT_FORMAT = 'tote-snapshot';
export const SNAPSHOT_VERSION = 1;
const LINE_BYTES_MAX = 1024 * 1024;

export interface SnapshotHead extends ChainIdentity {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: number;
  readonly slot: string;
  readonly cursor: { readonly signature: string; readonly slot: string };
  /** What made the tables what they are. */
  readonly migrations: readonly string[];
  readonly tables: readonly SnapshotTable[];
}

export interface SnapshotEnd {
  readonly counts: Readonly<Record<string, number>>;
  readonly sha256: string;
  readonly signer: string;
  readonly signature: string;
}

/** What is signed. It cannot be a transaction: none begins with this many signatures. */
export const signedText = (sha256: string): Uint8Array =>
  Buffer.from(`Tote snapshot ${SNAPSHOT_VERSION}: ${sha256}`);

export const cursorOf = ({ cursor }: SnapshotHead): Cursor => ({
  signature: cursor.signature,
  slot: BigInt(cursor.slot),
});

const PAGE = 500;

interface SnapshotReader {
  onHead?(head: SnapshotHead): void;
  onRows?(table: SnapshotTable, rows: readonly SnapshotRow[]): Promise<void>;
}

export interface ReadSnapshot {
  readonly head: SnapshotHead;
  readonly end: SnapshotEnd;
}

/** Throws unless all of it is as it was signed. Rows are handed on before that is known. */
export async function readSnapshot(file: string, reader: SnapshotReader): Promise<ReadSnapshot> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  try {
    return await readAll(file, reader);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new UsageError(`${file} cannot be used: ${(error as Error).message}.`);
  }
}

class Damage extends Error {
  override readonly name = 'Damage';
}

function isDamage(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return error instanceof Damage || code.startsWith('Z_') || error instanceof SyntaxError;
}

async function readAll(file: string, reader: SnapshotReader): Promise<ReadSnapshot> {
  const lines = splitLines(createReadStream(file).pipe(createGunzip()));
  const state = new SnapshotState(reader);
  for await (const line of lines) await state.take(line);
  return state.finish();
}

class SnapshotState {
  readonly #reader: SnapshotReader;
  readonly #digest = createHash('sha256');
  readonly #counts: Record<string, number> = {};
  #head: SnapshotHead | undefined;
  #table: SnapshotTable | undefined;
  #rows: SnapshotRow[] = [];
  #end: SnapshotEnd | undefined;

  constructor(reader: SnapshotReader) {
    this.#reader = reader;
  }

  async take(line: Buffer): Promise<void> {
    if (this.#end) throw new Damage('it goes on after its end');
    const value: unknown = JSON.parse(line.toString('utf8'));
    if (isEnd(value)) {
      this.#end = value;
      return;
    }
    this.#digest.update(line).update('\n');
    if (!this.#head) {
      this.#head = requireHead(value);
      this.#reader.onHead?.(this.#head);
    } else if (Array.isArray(value)) await this.#takeRow(value);
    else await this.#takeTable(value);
  }

  async finish(): Promise<ReadSnapshot> {
    const [head, end] = [this.#head, this.#end];
    if (!head || !end) throw new Damage('it is cut off');
    await this.#handOn();
    const sha256 = this.#digest.digest('hex');
    const isWhole = Object.keys(this.#counts).length === head.tables.length;
    const isSame = JSON.stringify(this.#counts) === JSON.stringify(end.counts);
    if (sha256 !== end.sha256 || !isWhole || !isSame) {
      throw new Damage('its content is not what was signed');
    }
    if (!(await isSigned(end))) throw new Damage('its signature is wrong');
    return { head, end };
  }

  async #takeTable(value: unknown): Promise<void> {
    await this.#handOn();
    const name = (value as { table?: unknown } | null)?.table;
    const index = Object.keys(this.#counts).length;
    const table = this.#head?.tables[index];
    if (!table || table.name !== name) throw new Damage('it has other tables than it says');
    this.#table = table;
    this.#counts[table.name] = 0;
  }

  async #takeRow(row: unknown[]): Promise<void> {
    const table = this.#table;
    if (!table || row.length !== table.columns.length || !row.every(isCell)) {
      throw new Damage('it has rows that do not fit');
    }
    this.#counts[table.name] = (this.#counts[table.name] ?? 0) + 1;
    this.#rows.push(row as SnapshotRow);
    if (this.#rows.length >= PAGE) await this.#handOn();
  }

  async #handOn(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (this.#table && rows.length > 0) await this.#reader.onRows?.(this.#table, rows);
  }
}

const isCell = (value: unknown) => value === null || typeof value === 'string';

function isEnd(value: unknown): value is SnapshotEnd {
  const end = value as Partial<SnapshotEnd> | null;
  return typeof end === 'object' && end !== null && typeof end.sha256 === 'string';
}

function requireHead(value: unknown): SnapshotHead {
  const head = value as Partial<SnapshotHead> | null;
  if (head?.format !== SNAPSHOT_FORMAT) throw new Damage('it is not a snapshot of Tote');
  if (Number(head.version) > SNAPSHOT_VERSION) throw new Damage(NEWER);
  const migrations = head.migrations ?? [];
  if (migrations.some((name) => !PROJECTION_MIGRATIONS.includes(name))) throw new Damage(NEWER);
  if (migrations.length < PROJECTION_MIGRATIONS.length) {
    throw new Damage('an older version of Tote wrote it; make one with this version');
  }
  return head as SnapshotHead;
}

const NEWER = 'a newer version of Tote wrote it';

async function isSigned({ sha256, signer, signature }: SnapshotEnd): Promise<boolean> {
  const key = findWalletKey(String(signer));
  const bytes = decodeBase58Exactly(String(signature), SIGNATURE_BYTES);
  return key !== undefined && bytes !== undefined && isSignedBy(key, signedText(sha256), bytes);
}

/** Lines without their line endings; the last line must be terminated too. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = data.indexOf(10); to >= 0; to = data.indexOf(10, from)) {
      yield data.subarray(from, to);
      from = to + 1;
    }
    rest = data.subarray(from);
    if (rest.length > LINE_BYTES_MAX) throw new Damage('it has a line that is too long');
  }
  if (rest.length > 0) throw new Damage('it is cut off');
}
