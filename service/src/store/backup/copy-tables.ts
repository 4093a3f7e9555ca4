// Copies all tables of one SQLite database into another that has the same connection. In a backup
// several databases share a file, so their tables have a prefix there.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** A database that is attached to the connection. */
interface Attached {
  readonly schema: string;
  /** Before the names of its tables. */
  readonly prefix: string;
}

/** Its indexes and the values of its header are recreated when it is restored. */
const SCHEMA_TABLE = 'backup_schema';
const SEQUENCES = 'sqlite_sequence';

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

export function createSchemaTable(db: DatabaseSyncInstance, schema: string): void {
  db.exec(`CREATE TABLE ${schema}.${SCHEMA_TABLE} (
    database TEXT NOT NULL, position INTEGER NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL,
    sql TEXT NOT NULL, PRIMARY KEY (database, position)) STRICT`);
}

/** `from` must not change meanwhile: call it in a transaction. */
export function saveTables(db: DatabaseSyncInstance, from: Attached, to: Attached): void {
  const rows = listSchema(db, from.schema);
  const insert = db.prepare(`INSERT INTO ${to.schema}.${SCHEMA_TABLE} VALUES (?, ?, ?, ?, ?)`);
  for (const [position, { type, name, sql }] of rows.entries()) {
    insert.run(to.prefix, position, type, name, sql);
  }
  for (const name of listTables(db, from.schema, rows)) {
    const target = `${to.schema}.${quote(to.prefix + name)}`;
    db.exec(`CREATE TABLE ${target} AS SELECT * FROM ${from.schema}.${quote(name)}`);
  }
}

/** The reverse, into an empty database. */
export function restoreTables(db: DatabaseSyncInstance, from: Attached, to: Attached): void {
  const rows = db
    .prepare(
      `SELECT type, name, sql FROM ${from.schema}.${SCHEMA_TABLE}
       WHERE database = ? ORDER BY position`,
    )
    .all(from.prefix) as unknown as SchemaRow[];
  const tables = rows.filter(({ type }) => type === 'table');
  for (const { sql } of tables) db.exec(intoSchema(sql, to.schema));
  for (const { name } of tables) copyRows(db, from, to, name);
  if (hasTable(db, to.schema, SEQUENCES)) {
    db.exec(`DELETE FROM ${to.schema}.${SEQUENCES}`);
    copyRows(db, from, to, SEQUENCES);
  }
  for (const { type, sql } of rows) if (type !== 'table') db.exec(intoSchema(sql, to.schema));
}

function copyRows(db: DatabaseSyncInstance, from: Attached, to: Attached, name: string): void {
  const source = `${from.schema}.${quote(from.prefix + name)}`;
  db.exec(`INSERT INTO ${to.schema}.${quote(name)} SELECT * FROM ${source}`);
}

/** What SQLite makes by itself, such as the index of a primary key, has no statement. */
function listSchema(db: DatabaseSyncInstance, schema: string): SchemaRow[] {
  const rows = db
    .prepare(
      `SELECT type, name, sql FROM ${schema}.sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid`,
    )
    .all();
  return rows as unknown as SchemaRow[];
}

function listTables(
  db: DatabaseSyncInstance,
  schema: string,
  rows: readonly SchemaRow[],
): readonly string[] {
  const names = rows.filter(({ type }) => type === 'table').map(({ name }) => name);
  return hasTable(db, schema, SEQUENCES) ? [...names, SEQUENCES] : names;
}

function hasTable(db: DatabaseSyncInstance, schema: string, name: string): boolean {
  const found = db.prepare(`SELECT 1 FROM ${schema}.sqlite_schema WHERE name = ?`).get(name);
  return found !== undefined;
}

/** Statements in a schema name no database: they would create it in the first one. */
function intoSchema(sql: string, schema: string): string {
  return sql.replace(
    /^CREATE\s+(UNIQUE\s+)?(TABLE|INDEX|VIEW|TRIGGER)\s+/i,
    (_all, unique = '', kind) => `CREATE ${unique}${kind} ${schema}.`,
  );
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
