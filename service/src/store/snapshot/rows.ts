// The rows of a snapshot, in the form of its file: lists of text and null, in the order of the
// columns. Integers are decimal text, because JSON has none of 64 bits.
import { type SqlBool, sql } from 'kysely';
import { bulkInsertReturning } from '../bulk-insert.ts';
import type { Tables } from '../schema.ts';
import type { Db } from '../store.ts';
import type { SnapshotTable } from './tables.ts';

/** Rows that are read and inserted at once. */
const PAGE = 500;

export type SnapshotRow = readonly (string | null)[];

/** Page by page, in the order of the key. */
export async function* readRows(db: Db, table: SnapshotTable): AsyncIterable<SnapshotRow[]> {
  const { name, columns, key } = table;
  const keyOf = sql.join(key.map((column) => sql.ref(column)));
  const list = sql.join(columns.map((column) => sql.ref(column.name)));
  let where = sql<SqlBool>`true`;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`select ${list} from ${sql.table(name)}
      where ${where} order by ${keyOf} limit ${sql.lit(PAGE)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => columns.map((column) => toText(row[column.name])));
    if (rows.length < PAGE) return;
    where = sql<SqlBool>`(${keyOf}) > (${sql.join(key.map((column) => last[column]))})`;
  }
}

/** For `store.write`. Throws if a row does not fit. */
export async function insertRows(
  db: Db,
  { name, columns }: SnapshotTable,
  rows: readonly SnapshotRow[],
): Promise<void> {
  const names = columns.map((column) => column.name);
  const records = rows.map((row) =>
    Object.fromEntries(
      columns.map((column, index) => [column.name, fromText(row[index] ?? null, column.kind)]),
    ),
  );
  await bulkInsertReturning(db, {
    table: name as keyof Tables,
    columns: names as never,
    rows: records as never,
    suffix: '',
  });
}

function toText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function fromText(text: string | null, kind: 'integer' | 'text'): bigint | string | null {
  return text === null || kind === 'text' ? text : BigInt(text);
}
