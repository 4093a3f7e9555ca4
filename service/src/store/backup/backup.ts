// Writes database and ledger of a data folder into one file, while the service may be running. Both
// are read as they are at one moment: the database first, the ledger right after it. So the ledger
// has every transaction that the database knows.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { createPrivateFile } from '@tote/chain/lib/private-files';
import { UsageError } from '@tote/chain/lib/usage-error';
import { saveTables } from './copy-tables.ts';
import { BACKUP_ID, BACKUP_VERSION, DATABASES, type SecretFile } from './format.ts';

interface BackupOptions {
  readonly dataDir: string;
  readonly file: string;
  readonly takenAt: Date;
  /** Key files and others that must stay secret. */
  readonly secrets?: readonly SecretFile[];
}

export function backUp({ dataDir, file, takenAt, secrets = [] }: BackupOptions): void {
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
    writeAll(db, { present: present.map(({ name }) => name), takenAt, secrets });
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
  {
    present,
    takenAt,
    secrets,
  }: { present: readonly string[]; takenAt: Date; secrets: readonly SecretFile[] },
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
