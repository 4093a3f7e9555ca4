// Creates tables and indexes with the same meaning in both engines. Released migrations use it, so
// what it does for them never changes.
import {
  type CreateTableBuilder,
  type Expression,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: the tables of that time, not those of schema.ts
export type Database = Kysely<any>;

type Kind = 'text' | 'integer' | 'blob';
/** A `?` at the end: may be null. */
type Columns = Record<string, Kind | `${Kind}?`>;

export interface Table {
  columns: Columns;
  key: readonly string[];
  /** Small rows, found by their key alone. SQLite then stores them in the index of the key. */
  isSmall?: boolean;
  indexes?: readonly Index[];
}

interface Index {
  /** Columns and expressions. */
  on: readonly string[];
  where?: string;
  isUnique?: boolean;
  /** Made of table and columns by default. */
  name?: string;
}

export type TableSet = Readonly<Record<string, Table>>;

export const isPostgres = (db: Database): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

export async function createTables(db: Database, tables: TableSet): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    await createTable(db, name, table);
    for (const index of table.indexes ?? []) await createIndex(db, name, index);
  }
}

async function createTable(db: Database, name: string, table: Table): Promise<void> {
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

const suffix = ({ isSmall = false }: Table) => (isSmall ? 'strict, without rowid' : 'strict');

/** Text is compared by bytes, as in SQLite: order and equality are the same on both. */
const POSTGRES_TYPES = { text: 'text collate "C"', integer: 'int8', blob: 'bytea' };

const typeOf = (db: Database, kind: Kind): Expression<unknown> =>
  sql.raw(isPostgres(db) ? POSTGRES_TYPES[kind] : kind);

export async function createIndex(
  db: Database,
  table: string,
  { on, where, isUnique = false, name = [table, ...on].join('_').slice(0, 60) }: Index,
): Promise<void> {
  const create = isUnique ? 'create unique index' : 'create index';
  const condition = where === undefined ? '' : ` where ${where}`;
  await sql.raw(`${create} ${name} on ${table} (${on.join(', ')})${condition}`).execute(db);
}
