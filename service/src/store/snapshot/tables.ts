// The tables that a snapshot has: the projection, as it is in this version.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@tote/chain/lib/usage-error';
import { Kysely, type SqlBool, sql } from 'kysely';
import { bulkInsertReturning } from '../bulk-insert.ts';
import { clearHaltedMarkets } from '../journal/settings.ts';
import { PROJECTION_KEYS, PROJECTION_TABLES, recreateProjection } from '../migrate.ts';
import { findCursor, PROGRAM_CURSOR, saveCursor } from '../projection/transactions.ts';
import type { Tables } from '../schema.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { readerDriver, sqliteDialect } from '../sqlite/dialect.ts';
import { SQLITE_FILE } from '../sqlite/open-sqlite.ts';
import type { Db } from '../store.ts';

export interface SnapshotTable {
  readonly name: string;
  readonly columns: readonly { name: string; kind: 'integer' | 'text' }[];
  readonly key: readonly string[];
}

const LEFT_OUT: ReadonlySet<string> = new Set(['cursors', 'listed_signatures']);

export async function listSnapshotTables(db: Db): Promise<SnapshotTable[]> {
  const found = new Map((await db.introspection.getTables()).map((table) => [table.name, table]));
  const names = PROJECTION_TABLES.filter((name) => !LEFT_OUT.has(name)).sort();
  return names.map((name) => {
    const columns = (found.get(name)?.columns ?? []).map((column) => ({
      name: column.name,
      kind: column.dataType.toLowerCase() === 'text' ? ('text' as const) : ('integer' as const),
    }));
    columns.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { name, columns, key: PROJECTION_KEYS[name] ?? [] };
  });
}

const PAGE = 500;

export type SnapshotRow = readonly (string | null)[];

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

export async function insertRows(
  db: Db,
  { name, columns }: SnapshotTable,
  rows: readonly SnapshotRow[],
): Promise<void> {
  const records = rows.map((row) =>
    Object.fromEntries(
      columns.map((column, index) => [column.name, fromText(row[index] ?? null, column.kind)]),
    ),
  );
  await bulkInsertReturning(db, name as keyof Tables, records, '');
}

const toText = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

const fromText = (text: string | null, kind: 'integer' | 'text'): bigint | string | null =>
  text === null || kind === 'text' ? text : BigInt(text);

/** For `store.write` of the second one: replaces its projection by that of the first. */
export async function copyProjection(
  from: Db,
  to: Db,
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  await recreateProjection(to);
  await clearHaltedMarkets(to);
  for (const table of await listSnapshotTables(from)) {
    let count = 0;
    for await (const rows of readRows(from, table)) {
      await insertRows(to, table, rows);
      count += rows.length;
    }
    onTable(table.name, count);
  }
  const cursor = await findCursor(from, PROGRAM_CURSOR);
  if (cursor) await saveCursor(to, PROGRAM_CURSOR, cursor);
}

// Reads a database as it is at one moment, also while the service writes it.

export async function openReader(location: {
  readonly dir: string;
  readonly databaseUrl?: string;
}) {
  if (location.databaseUrl === undefined) return openSqliteReader(location.dir);
  const { openPostgresReader } = await import('../postgres/open-postgres.ts');
  return openPostgresReader(location.databaseUrl);
}

function openSqliteReader(dir: string) {
  const file = join(dir, SQLITE_FILE);
  if (!existsSync(file)) {
    throw new UsageError(`${dir} is not a data folder of Tote. Check TOTE_DATA_DIR.`);
  }
  const connection = new SqliteConnection(file, { isReader: true });
  connection.exec('BEGIN');
  const db = new Kysely<Tables>({ dialect: sqliteDialect(readerDriver(connection)) });
  return { db, close: async () => connection.close() };
}
