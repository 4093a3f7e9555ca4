// What a backup contains. It is a SQLite file, so that a backup that is cut off is noticed.
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { createPrivateFile } from '@tote/chain/lib/private-files';
import { UsageError } from '@tote/chain/lib/usage-error';
import { requirePlainTables, saveTables } from './copy-tables.ts';

const BACKUP_ID = 0x546f_7442;
const BACKUP_VERSION = 1;

const DATABASES = [
  { name: 'tote', path: 'tote.db' },
  { name: 'ledger', path: 'chain/ledger.db' },
] as const;

export type DatabaseName = (typeof DATABASES)[number]['name'];

export interface SecretFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export interface Folders {
  readonly dataDir: string;
  readonly keysDir: string;
}

/** Besides the key files: the key of the faucet, and the API keys of the demo wallets. */
export const OTHER_SECRETS: readonly string[] = ['chain/faucet.json', 'demo.json'];
const KEY_FILE = /^keys\/([A-Za-z0-9][A-Za-z0-9._-]{0,99}\.json)$/;

export function placeOf(path: string, { dataDir, keysDir }: Folders): string | undefined {
  if (OTHER_SECRETS.includes(path)) return join(dataDir, path);
  const [, name] = KEY_FILE.exec(path) ?? [];
  return name && join(keysDir, name);
}

// Writes database and ledger of a data folder into one file, while the service may be running. Both
// are read as they are at one moment: the database first, the ledger right after it. So the ledger
// has every transaction that the database knows.

interface BackupOptions {
  readonly dataDir: string;
  readonly file: string;
  readonly takenAt: Date;
  readonly secrets?: readonly SecretFile[];
}

export function backUp({ dataDir, file, ...content }: BackupOptions): void {
  if (existsSync(file)) throw new UsageError(`${file} exists. Choose another name.`);
  const present = DATABASES.filter(({ path }) => existsSync(join(dataDir, path)));
  if (present.length === 0) {
    throw new UsageError(`${dataDir} is not a data folder of Tote. Check TOTE_DATA_DIR.`);
  }
  const draft = `${file}.part`;
  rmSync(draft, { force: true });
  createPrivateFile(draft);
  const db = new DatabaseSync(':memory:');
  try {
    attach(db, draft, 'backup');
    db.exec('PRAGMA busy_timeout = 10000; PRAGMA backup.journal_mode = OFF');
    db.exec(`PRAGMA backup.application_id = ${BACKUP_ID}`);
    for (const { name, path } of present) attach(db, join(dataDir, path), name);
    const names = present.map(({ name }) => name);
    writeAll(db, names, content);
    db.exec('DETACH backup');
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    db.close();
  }
}

function writeAll(
  db: DatabaseSyncInstance,
  present: readonly string[],
  { takenAt, secrets = [] }: Pick<BackupOptions, 'takenAt' | 'secrets'>,
): void {
  db.exec('BEGIN');
  // The first read of each begins its snapshot.
  for (const name of present) db.prepare(`SELECT count(*) FROM ${name}.sqlite_schema`).get();
  db.exec('CREATE TABLE backup.backup_info (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
  db.exec('CREATE TABLE backup.backup_files (path TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT');
  const info = db.prepare('INSERT INTO backup.backup_info VALUES (?, ?)');
  info.run('version', String(BACKUP_VERSION));
  info.run('takenAt', takenAt.toISOString());
  info.run('databases', present.join(' '));
  for (const name of present) {
    saveTables(db, { schema: name, prefix: '' }, { schema: 'backup', prefix: `${name}:` });
  }
  const insert = db.prepare('INSERT INTO backup.backup_files VALUES (?, ?)');
  for (const { path, content } of secrets) insert.run(path, content);
  db.exec('COMMIT');
}

function attach(db: DatabaseSyncInstance, file: string, name: string): void {
  db.prepare(`ATTACH ? AS ${name}`).run(file);
}

/** Key files have a few hundred bytes. */
const FILE_BYTES_MAX = 64 * 1024;

export function readBackup(file: string) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`There is no file ${file}.`);
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return explain(file, () => readAll(db, found.size));
  } finally {
    db.close();
  }
}

export function explain<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${file} cannot be restored: ${(error as Error).message}.`);
  }
}

function readAll(db: DatabaseSyncInstance, size: number) {
  const read = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  if (read('application_id') !== BACKUP_ID) throw new Error('it is not a backup of Tote');
  requirePlainTables(db, 'main');
  const isWhole = Number(read('page_count')) * Number(read('page_size')) === size;
  if (!isWhole || read('quick_check(1)') !== 'ok') throw new Error('it is damaged');
  const rows = db.prepare('SELECT name, value FROM backup_info').all();
  const info = new Map(rows.map(({ name, value }) => [String(name), String(value)]));
  const version = Number(info.get('version'));
  if (version > BACKUP_VERSION) throw new Error('a newer version of Tote wrote it');
  if (version !== BACKUP_VERSION) throw new Error('its version is unknown');
  const takenAt = new Date(info.get('takenAt') ?? Number.NaN);
  if (Number.isNaN(takenAt.getTime())) throw new Error('it does not say when it was taken');
  const names = info.get('databases')?.split(' ') ?? [];
  const databases = DATABASES.filter(({ name }) => names.includes(name));
  if (databases.length === 0) throw new Error('it has no database');
  requireKnownTables(db, databases);
  return { takenAt: takenAt.toISOString(), databases, files: readFiles(db) };
}

function requireKnownTables(
  db: DatabaseSyncInstance,
  databases: readonly (typeof DATABASES)[number][],
): void {
  const known = ['backup_info', 'backup_files'];
  const rows = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  for (const name of rows.map((row) => String(row.name))) {
    if (known.includes(name) || databases.some((one) => name.startsWith(`${one.name}:`))) continue;
    throw new Error(`it has the unknown table ${JSON.stringify(name)}`);
  }
}

function readFiles(db: DatabaseSyncInstance): SecretFile[] {
  const rows = db.prepare('SELECT path, content FROM backup_files ORDER BY path').all();
  return rows.map(({ path, content }) => {
    if (!(content instanceof Uint8Array) || content.length > FILE_BYTES_MAX) {
      throw new Error(`its file ${JSON.stringify(path)} is not a key file`);
    }
    return { path: String(path), content };
  });
}
