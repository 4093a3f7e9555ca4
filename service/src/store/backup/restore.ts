// Makes a data folder from a backup. Nothing that the backup says is a path or a statement: files
// have names that are known, and rows are copied into tables that this version creates.
import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { createPrivateFile } from '@tote/chain/lib/private-files';
import { UsageError } from '@tote/chain/lib/usage-error';
import { createLedgerFile } from '@tote/localnet/ledger-file';
import { DEFAULT_MIGRATION_TABLE } from 'kysely';
import { RESTORED } from '../journal/feed.ts';
import { openStore } from '../open-store.ts';
import { type DatabaseName, explain, type Folders, placeOf, readBackup } from './backup.ts';
import { requirePlainTables, restoreTables } from './copy-tables.ts';

interface NewFile {
  readonly target: string;
  write(target: string): void;
}

/** The folders must not have any of the files. If it fails, nothing is changed. */
export async function restore({ file, ...folders }: Folders & { file: string }) {
  const { takenAt, databases, files } = readBackup(file);
  const { dataDir } = folders;
  const secrets = files.map(({ path, content }): NewFile => {
    const target = placeOf(path, folders);
    if (target !== undefined) return { target, write: (free) => createPrivateFile(free, content) };
    throw new UsageError(
      `${file} cannot be restored: it has the unknown file ${JSON.stringify(path)}.`,
    );
  });
  const places = databases.map(({ path }) => join(dataDir, path));
  for (const target of [...places, ...secrets.map((one) => one.target)])
    requireFree(target, dataDir);

  const made: string[] = [];
  const makeFolder = (dir: string) => {
    const first = mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (first !== undefined) made.push(first);
  };
  try {
    makeFolder(dataDir);
    const draft = mkdtempSync(join(dataDir, 'restore-'));
    made.push(draft);
    const drafts: NewFile[] = [];
    for (const { name, path } of databases) {
      const copy = join(draft, path);
      mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
      await createDatabase(name, copy);
      explain(file, () => copyInto(copy, file, name));
      drafts.push({ target: join(dataDir, path), write: (free) => renameSync(copy, free) });
    }
    // The databases last: without its keys a service would make new ones.
    for (const { target, write } of [...secrets, ...drafts]) {
      makeFolder(dirname(target));
      write(target);
      made.push(target);
    }
    rmSync(draft, { recursive: true });
  } catch (error) {
    for (const path of made.reverse()) rmSync(path, { recursive: true, force: true });
    throw error;
  }
  const list = (all: readonly { path: string }[]) => all.map(({ path }) => path);
  return { takenAt, databases: list(databases), files: list(files) };
}

/** Throws also if there is a link: it would lead out of the folder. */
function requireFree(target: string, dataDir: string): void {
  if (lstatSync(target, { throwIfNoEntry: false })) {
    throw new UsageError(`${target} exists. Restore into an empty folder: set TOTE_DATA_DIR.`);
  }
  const folder = dirname(target);
  if (folder !== dataDir && lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new UsageError(`${folder} is a link. Restore into an empty folder: set TOTE_DATA_DIR.`);
  }
}

async function createDatabase(name: DatabaseName, file: string) {
  if (name === 'tote') await (await openStore({ dir: dirname(file) })).close();
  else {
    createPrivateFile(file);
    createLedgerFile(file);
  }
}

function copyInto(target: string, file: string, name: DatabaseName): void {
  const db = new DatabaseSync(target);
  try {
    db.prepare('ATTACH ? AS backup').run(file);
    requirePlainTables(db, 'backup');
    db.exec('PRAGMA synchronous = FULL; BEGIN');
    const migrations = name === 'tote' ? listMigrations(db) : '';
    restoreTables(db, { schema: 'backup', prefix: `${name}:` }, { schema: 'main', prefix: '' });
    if (name === 'tote') {
      if (listMigrations(db) !== migrations) throw new Error(OTHER_VERSION);
      markRestored(db);
    }
    db.exec('COMMIT');
    const state = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (state?.busy !== 0) throw new Error(`another process uses ${target}`);
  } finally {
    db.close();
  }
}

const OTHER_VERSION = 'another version of Tote made it: restore it with that one';

function listMigrations(db: DatabaseSyncInstance): string {
  const rows = db.prepare(`SELECT name FROM ${DEFAULT_MIGRATION_TABLE} ORDER BY name`).all();
  return rows.map(({ name }) => name).join();
}

/** Events after the backup are lost, so their ids must not be given again. */
function markRestored(db: DatabaseSyncInstance): void {
  db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, 'yes')").run(RESTORED);
}
