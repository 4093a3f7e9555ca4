// Makes a data folder from a backup.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { UsageError } from '@tote/lib/usage-error';
import { RESTORED } from '../journal/feed.ts';
import { restoreTables } from './copy-tables.ts';
import { BACKUP_ID, BACKUP_VERSION, DATABASES, type SecretFile } from './format.ts';

interface Restored {
  readonly takenAt: string;
  readonly databases: readonly string[];
  /** Paths of the files that the backup had besides. */
  readonly files: readonly string[];
}

/** The folder must not have any of the files. If it fails, it has none of them afterwards. */
export function restore({ file, dataDir }: { file: string; dataDir: string }): Restored {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const info = readInfo(file);
  const databases = DATABASES.filter(({ name }) => info.has(`${name}.application_id`));
  const files = readFiles(file);
  for (const { path } of [...databases, ...files]) {
    if (existsSync(join(dataDir, path))) {
      throw new UsageError(
        `${join(dataDir, path)} exists. Restore into an empty folder: set TOTE_DATA_DIR.`,
      );
    }
  }
  for (const { name, path } of databases) {
    restoreDatabase(file, { name, target: join(dataDir, path), info });
  }
  for (const { path, content } of files) writeSecret(join(dataDir, path), content);
  return {
    takenAt: info.get('takenAt') ?? '',
    databases: databases.map(({ path }) => path),
    files: files.map(({ path }) => path),
  };
}

interface Target {
  readonly name: string;
  readonly target: string;
  readonly info: ReadonlyMap<string, string>;
}

function restoreDatabase(file: string, { name, target, info }: Target): void {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.part`;
  rmSync(draft, { force: true });
  const db = new DatabaseSync(draft);
  try {
    db.prepare('ATTACH ? AS backup').run(file);
    db.exec('PRAGMA synchronous = FULL; BEGIN');
    for (const pragma of ['application_id', 'user_version']) {
      db.exec(`PRAGMA main.${pragma} = ${Number(info.get(`${name}.${pragma}`) ?? 0)}`);
    }
    restoreTables(db, { schema: 'backup', prefix: `${name}:` }, { schema: 'main', prefix: '' });
    if (name === 'tote') markRestored(db);
    db.exec('COMMIT');
  } catch (error) {
    db.close();
    rmSync(draft, { force: true });
    throw error;
  }
  db.close();
  renameSync(draft, target);
}

/** Events after the backup are lost, so their ids must not be given again. */
function markRestored(db: DatabaseSyncInstance): void {
  db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, 'yes')").run(RESTORED);
}

/** Throws if it is not a whole backup. */
function readInfo(file: string): ReadonlyMap<string, string> {
  return readBackup(file, (db) => {
    const { application_id: id } = db.prepare('PRAGMA application_id').get() as Record<
      string,
      number
    >;
    if (id !== BACKUP_ID) throw new Error('it is not a backup of Tote');
    const check = db.prepare('PRAGMA quick_check(1)').get() as Record<string, string>;
    if (Object.values(check)[0] !== 'ok') throw new Error('it is damaged');
    const rows = db.prepare('SELECT name, value FROM backup_info').all();
    const info = new Map(rows.map(({ name, value }) => [String(name), String(value)]));
    if (Number(info.get('version')) > BACKUP_VERSION) {
      throw new Error('a newer version of Tote wrote it');
    }
    return info;
  });
}

function readFiles(file: string): SecretFile[] {
  return readBackup(file, (db) => {
    const rows = db.prepare('SELECT path, content FROM backup_files ORDER BY path').all();
    return rows.map(({ path, content }) => ({
      path: String(path),
      content: content as Uint8Array,
    }));
  });
}

function readBackup<T>(file: string, read: (db: DatabaseSyncInstance) => T): T {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return read(db);
  } catch (error) {
    throw new UsageError(`${file} cannot be restored: ${(error as Error).message}.`);
  } finally {
    db.close();
  }
}

function writeSecret(file: string, content: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
}
