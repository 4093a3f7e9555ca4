// Backups that somebody made to do harm: they are refused, and nothing is changed.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { createLedgerFile } from '@tote/localnet/ledger-file';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '../../../src/store/backup/backup.ts';
import { restore } from '../../../src/store/backup/restore.ts';
import { openStore } from '../../../src/store/open-store.ts';

const SECRETS = ['keys/relayer.json', 'chain/faucet.json', 'demo.json'];

let whole: string;
let root: string;
let file: string;

const inRoot = (...names: string[]) => join(root, ...names);
const restoreInto = (dataDir: string, keysDir = join(dataDir, 'keys')) =>
  restore({ file, dataDir, keysDir });

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tote-backup-'));
  whole = join(dataDir, 'tote.backup');
  const store = await openStore({ dir: dataDir });
  await store.write((db) =>
    db.insertInto('settings').values({ name: 'kept', value: 'yes' }).execute(),
  );
  await store.close();
  mkdirSync(join(dataDir, 'chain'));
  createLedgerFile(join(dataDir, 'chain/ledger.db'));
  const secrets = SECRETS.map((path) => ({ path, content: Buffer.from(`[${path.length}]`) }));
  backUp({ dataDir, file: whole, takenAt: new Date(0), secrets });
});

afterAll(() => rmSync(dirname(whole), { recursive: true, force: true }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tote-restore-'));
  file = inRoot('tote.backup');
  copyFileSync(whole, file);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const listAll = (dir: string) =>
  (readdirSync(dir, { recursive: true }) as string[])
    .filter((name) => statSync(join(dir, name)).isFile())
    .sort();

function tamper(sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

async function expectRefused(reason: RegExp): Promise<void> {
  const before = listAll(root);
  const target = inRoot('new', 'data');
  await expect(restoreInto(target)).rejects.toThrow(reason);
  expect(existsSync(inRoot('new'))).toBe(false);
  expect(listAll(root)).toEqual(before);
}

test('a whole backup is restored, its keys where TOTE_KEYS_DIR is', async () => {
  const [dataDir, keysDir] = [inRoot('data'), inRoot('etc', 'tote')];
  const restored = await restoreInto(dataDir, keysDir);
  expect(restored.takenAt).toBe('1970-01-01T00:00:00.000Z');
  expect(listAll(dataDir)).toEqual([
    ...['chain/faucet.json', 'chain/ledger.db', 'demo.json', 'tote.db'],
  ]);
  expect(readFileSync(join(keysDir, 'relayer.json'), 'utf8')).toBe('[17]');
  const store = await openStore({ dir: dataDir });
  const rows = await store.db
    .selectFrom('settings')
    .selectAll()
    .where('name', '=', 'kept')
    .execute();
  await store.close();
  expect(rows).toEqual([{ name: 'kept', value: 'yes' }]);
});

describe('a path that is not one of ours is refused', () => {
  test.each([
    '../../outside',
    'keys/../../outside.json',
    'keys/..',
    'keys/sub/relayer.json',
    'keys/.hidden.json',
    'keys/relayer.json/',
    'keys/relayer.sh',
    './demo.json',
    'tote.db',
    'tote.db-wal',
    'chain/ledger.db-wal',
    '',
  ])('%j', async (path) => {
    tamper(`INSERT INTO backup_files VALUES ('${path}', x'00')`);
    await expectRefused(/unknown file/);
  });

  test('an absolute one', async () => {
    const target = inRoot('absolute');
    tamper(`INSERT INTO backup_files VALUES ('${target}', x'00')`);
    await expectRefused(/unknown file/);
    expect(existsSync(target)).toBe(false);
  });
});

describe('SQL that is stored in the backup never runs', () => {
  const RUNS = "SELECT 'x' AS name, load_extension('/nowhere') AS value";
  test.each([
    ['a view', `CREATE VIEW other AS ${RUNS}`],
    [
      'a view in the place of a table',
      `DROP TABLE backup_info; CREATE VIEW backup_info AS ${RUNS}`,
    ],
    [
      'a view in the place of rows',
      `DROP TABLE "tote:settings"; CREATE VIEW "tote:settings" AS ${RUNS}`,
    ],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON "tote:settings" BEGIN SELECT 1; END'],
    ['a virtual table', 'CREATE VIRTUAL TABLE "tote:words" USING fts5(word)'],
    ['a computed column', `ALTER TABLE "tote:settings" ADD COLUMN more AS (upper(name))`],
    ['an index of an expression', 'CREATE INDEX i ON "tote:settings" (upper(name))'],
  ])('%s', async (_name, sql) => {
    tamper(sql);
    await expectRefused(/SQL of its own/);
  });

  test('the statements that a table was made with', async () => {
    tamper(`ALTER TABLE "tote:settings" RENAME TO old;
      CREATE TABLE "tote:settings" (name TEXT, value TEXT CHECK (value <> 'yes') DEFAULT 'evil');
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO "tote:settings" SELECT * FROM old; DROP TABLE old`);
    const dataDir = inRoot('data');
    await restoreInto(dataDir);
    const db = new DatabaseSync(join(dataDir, 'tote.db'));
    const { sql } = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'settings'").get() as {
      sql: string;
    };
    db.close();
    expect(sql).not.toMatch(/evil|check/i);
  });
});

describe('what is not a backup of this version is refused', () => {
  test.each([
    ['a table that nobody knows', 'CREATE TABLE other (x)', /unknown table "other"/],
    ['one with our prefix', 'CREATE TABLE "tote:other" (x)', /unknown table "tote:other"/],
    ['a table is missing', 'DROP TABLE "tote:settings"', /another version .* table settings/],
    [
      'a column is missing',
      'ALTER TABLE "tote:settings" DROP COLUMN value',
      /another version .* table settings/,
    ],
    [
      'a column is new',
      'ALTER TABLE "ledger:meta" ADD COLUMN other',
      /another version .* table meta/,
    ],
    [
      'a migration of another version',
      `INSERT INTO "tote:kysely_migration" VALUES ('0002-other', '2026')`,
      /another version of Tote made it/,
    ],
    ['no migration', 'DELETE FROM "tote:kysely_migration"', /another version of Tote made it/],
    ['a value of another type', `UPDATE "tote:settings" SET value = x'00'`, /cannot store BLOB/],
    ['a newer version', "UPDATE backup_info SET value = 2 WHERE name = 'version'", /newer version/],
    ['no version', "DELETE FROM backup_info WHERE name = 'version'", /version is unknown/],
    ['version 0', "UPDATE backup_info SET value = 0 WHERE name = 'version'", /version is unknown/],
    ['no time', "UPDATE backup_info SET value = '\u001b[2J' WHERE name = 'takenAt'", /when/],
    [
      'no database',
      "UPDATE backup_info SET value = '../x' WHERE name = 'databases'",
      /no database/,
    ],
    [
      'a file that is text',
      `DROP TABLE backup_files; CREATE TABLE backup_files (path, content);
        INSERT INTO backup_files VALUES ('demo.json', 'x')`,
      /not a key file/,
    ],
    ['a file that is large', 'UPDATE backup_files SET content = zeroblob(65537)', /not a key file/],
    ['another kind of file', 'PRAGMA application_id = 1', /not a backup of Tote/],
  ])('%s', async (_name, sql, reason) => {
    tamper(sql);
    await expectRefused(reason);
  });

  test('a part of one, nothing, or a text', async () => {
    const { size } = statSync(file);
    for (const length of [size - 1, Math.floor(size / 2), 100, 0]) {
      truncateSync(file, length);
      await expectRefused(/cannot be restored/);
    }
    writeFileSync(file, 'not a database');
    await expectRefused(/cannot be restored/);
  });

  test('a page that was overwritten', async () => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, bytes.length - 4_096));
    await expectRefused(/cannot be restored/);
  });
});

describe('a link or a file in the way is refused', () => {
  const outside = () => inRoot('outside');
  test.each([
    ['a database', 'tote.db', /tote\.db exists/],
    ['a key', 'keys/relayer.json', /relayer\.json exists/],
    ['the folder of the chain', 'chain', /chain is a link/],
    ['the folder of the keys', 'keys', /keys is a link/],
  ])('%s', async (_name, path, reason) => {
    mkdirSync(outside());
    for (const to of [outside(), inRoot('nowhere')]) {
      const dataDir = mkdtempSync(inRoot('data-'));
      const link = join(dataDir, path);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(to, link);
      await expect(restoreInto(dataDir)).rejects.toThrow(reason);
      expect([listAll(outside()), existsSync(inRoot('nowhere'))]).toEqual([[], false]);
      const left = readdirSync(dataDir, { recursive: true });
      expect(left).toEqual(path === 'keys/relayer.json' ? ['keys', path] : [path]);
    }
  });

  test('a file: it stays as it is, and no other is written', async () => {
    const dataDir = inRoot('data');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'demo.json'), 'ours');
    await expect(restoreInto(dataDir)).rejects.toThrow(/demo\.json exists/);
    expect(listAll(dataDir)).toEqual(['demo.json']);
    expect(readFileSync(join(dataDir, 'demo.json'), 'utf8')).toBe('ours');
  });
});

test('a second restore from the same backup has the same rows', async () => {
  await restoreInto(inRoot('first'));
  expect(readFileSync(file).equals(readFileSync(whole))).toBe(true);
  await restoreInto(inRoot('second'));
  expect(listAll(inRoot('second'))).toEqual(listAll(inRoot('first')));
});
