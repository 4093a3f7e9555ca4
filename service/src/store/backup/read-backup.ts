// Reads a backup, and refuses one that this version did not write.
import { statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { UsageError } from '@tote/chain/lib/usage-error';
import { requirePlainTables } from './copy-tables.ts';
import { BACKUP_ID, BACKUP_VERSION, DATABASES, type SecretFile } from './format.ts';

/** Key files have a few hundred bytes. */
const FILE_BYTES_MAX = 64 * 1024;

interface Backup {
  readonly takenAt: string;
  readonly databases: readonly (typeof DATABASES)[number][];
  readonly files: readonly SecretFile[];
}

export function readBackup(file: string): Backup {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`There is no file ${file}.`);
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return explain(file, () => readAll(db, found.size));
  } finally {
    db.close();
  }
}

/** Says which file a failure is about. */
export function explain<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${file} cannot be restored: ${(error as Error).message}.`);
  }
}

function readAll(db: DatabaseSyncInstance, size: number): Backup {
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

/** Which tables a database may have is known when it was created. */
function requireKnownTables(db: DatabaseSyncInstance, databases: Backup['databases']): void {
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
