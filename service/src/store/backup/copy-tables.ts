// Copies all tables of one SQLite database into another that has the same connection. In a backup
// several databases share a file, so their tables have a prefix there. Only rows are copied: the
// tables of a restored database are those that this version creates.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

interface Attached {
  readonly schema: string;
  readonly prefix: string;
}

/** `from` must not change meanwhile: call it in a transaction. */
export function saveTables(db: DatabaseSyncInstance, from: Attached, to: Attached): void {
  for (const name of listTables(db, from.schema)) {
    const target = `${to.schema}.${quote(to.prefix + name)}`;
    db.exec(`CREATE TABLE ${target} AS SELECT * FROM ${from.schema}.${quote(name)}`);
  }
}

export function restoreTables(db: DatabaseSyncInstance, from: Attached, to: Attached): void {
  const saved = listTables(db, from.schema).filter((name) => name.startsWith(from.prefix));
  const names = listTables(db, to.schema);
  const known = new Set(names.map((name) => from.prefix + name));
  const [unknown] = saved.filter((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`it has the unknown table ${JSON.stringify(unknown)}`);
  for (const name of names) copyRows(db, from, to, name);
}

function copyRows(db: DatabaseSyncInstance, from: Attached, to: Attached, name: string): void {
  const columns = listColumns(db, to.schema, name);
  const saved = listColumns(db, from.schema, from.prefix + name);
  if ([...columns].sort().join() !== [...saved].sort().join()) {
    throw new Error(`another version of Tote made its table ${name}: restore it with that one`);
  }
  const list = columns.map(quote).join();
  db.exec(`DELETE FROM ${to.schema}.${quote(name)}`);
  db.exec(
    `INSERT INTO ${to.schema}.${quote(name)} (${list})
     SELECT ${list} FROM ${from.schema}.${quote(from.prefix + name)}`,
  );
}

/** Throws if reading the database could run SQL that is stored in it. */
export function requirePlainTables(db: DatabaseSyncInstance, schema: string): void {
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA ignore_check_constraints = ON');
  const rows = db.prepare(`SELECT type, name, sql FROM ${schema}.sqlite_schema`).all();
  for (const { type, name, sql } of rows as Record<string, string | null>[]) {
    const isIndexOfKey = type === 'index' && sql === null;
    const isTable = type === 'table' && !/^\s*CREATE\s+VIRTUAL/i.test(String(sql));
    const what = isTable ? findComputed(db, schema, String(name)) : `${type} ${name}`;
    if (what === undefined || isIndexOfKey) continue;
    throw new Error(`it has SQL of its own (${JSON.stringify(what)}), which no backup has`);
  }
}

function findComputed(db: DatabaseSyncInstance, schema: string, table: string) {
  const columns = db.prepare(`PRAGMA ${schema}.table_xinfo(${quote(table)})`).all();
  const computed = columns.find(({ hidden }) => hidden !== 0);
  return computed && `column ${computed.name} of ${table}`;
}

function listColumns(db: DatabaseSyncInstance, schema: string, table: string): string[] {
  const columns = db.prepare(`PRAGMA ${schema}.table_info(${quote(table)})`).all();
  return columns.map(({ name }) => String(name));
}

function listTables(db: DatabaseSyncInstance, schema: string): string[] {
  const rows = db
    .prepare(
      `SELECT name FROM ${schema}.sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid`,
    )
    .all();
  return rows.map(({ name }) => String(name));
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
