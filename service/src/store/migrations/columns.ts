// Creates tables and indexes with the same meaning in both engines.
import { type CreateTableBuilder, type Expression, sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';

type Kind = 'text' | 'integer' | 'blob';
/** A `?` at the end: may be null. */
type Columns = Record<string, Kind | `${Kind}?`>;

export interface TableOptions {
  columns: Columns;
  key: readonly string[];
  /** Small rows, found by their key alone. SQLite then stores them in the index of the key. */
  isSmall?: boolean;
}

export async function createTable(db: Db, name: string, table: TableOptions): Promise<void> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, kind] of Object.entries(table.columns)) {
    builder = builder.addColumn(column, typeOf(db, kind.replace('?', '') as Kind), (definition) =>
      kind.endsWith('?') ? definition : definition.notNull(),
    );
  }
  builder = builder.addPrimaryKeyConstraint(`${name}_key`, table.key as never);
  // Strict: SQLite refuses a value of another type, as PostgreSQL does.
  if (!isPostgres(db)) builder = builder.modifyEnd(sql.raw(suffix(table)));
  await builder.execute();
}

const suffix = ({ isSmall = false }: TableOptions) =>
  isSmall ? 'strict, without rowid' : 'strict';

/** Text is compared by bytes, as in SQLite: order and equality are the same on both. */
const POSTGRES_TYPES = { text: 'text collate "C"', integer: 'int8', blob: 'bytea' };

function typeOf(db: Db, kind: Kind): Expression<unknown> {
  if (!isPostgres(db)) return sql.raw(kind);
  return sql.raw(POSTGRES_TYPES[kind]);
}

/** The rows that exist have null there. */
export async function addColumn(db: Db, table: string, name: string, kind: Kind): Promise<void> {
  await db.schema.alterTable(table).addColumn(name, typeOf(db, kind)).execute();
}

export async function createIndex(
  db: Db,
  table: string,
  columns: readonly string[],
  { isUnique = false, where }: { isUnique?: boolean; where?: string } = {},
): Promise<void> {
  const name = indexName(table, columns);
  const words = ['create', ...(isUnique ? ['unique'] : []), 'index', name, 'on', table];
  const condition = where === undefined ? '' : ` where ${where}`;
  await sql.raw(`${words.join(' ')} (${columns.join(', ')})${condition}`).execute(db);
}

/** Does nothing if there is none. */
export async function dropIndex(db: Db, table: string, columns: readonly string[]): Promise<void> {
  await sql.raw(`drop index if exists ${indexName(table, columns)}`).execute(db);
}

const indexName = (table: string, columns: readonly string[]) =>
  [table, ...columns].join('_').slice(0, 60);
