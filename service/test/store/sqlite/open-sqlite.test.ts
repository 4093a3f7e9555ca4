import { type ChildProcess, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';

const WRITES_BEFORE_KILL = 50;

let dir: string;
let children: ChildProcess[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tote-test-'));
  children = [];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

const open = () => openStore({ dir });
const file = () => join(dir, 'tote.db');

const fill = (store: Store, length: number) => {
  const row = (_: unknown, index: number) => ({
    ...{ name: `setting ${index}`, value: 'x'.repeat(100) },
  });
  const rows = Array.from({ length }, row);
  return store.write((db) => db.insertInto('settings').values(rows).execute());
};

const readNames = async (store: Store) =>
  (await store.db.selectFrom('settings').select('name').execute()).map(({ name }) => name);

function startWriter(): ChildProcess {
  const script = new URL('../support/endless-writer.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, dir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

test('every acknowledged write survives kill -9, and no write is partial', async () => {
  const child = startWriter();
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    acknowledged.push(line);
    if (acknowledged.length === WRITES_BEFORE_KILL) child.kill('SIGKILL');
  }
  const store = await open();
  const names = await readNames(store);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
  // Each write has a row in both tables.
  const counters = await store.db.selectFrom('bet_counters').select('bettor').execute();
  expect(counters.map(({ bettor }) => bettor).sort()).toEqual([...names].sort());
  await store.close();
});

const DAMAGES: readonly [string, string, () => void][] = [
  ['garbage', 'file is not a database', () => writeFileSync(file(), 'garbage '.repeat(1_000))],
  ['a file that was cut off', 'damaged|malformed', () => truncateSync(file(), 40_960)],
  [
    'a page that was overwritten',
    'damaged|malformed',
    () => {
      const bytes = readFileSync(file());
      writeFileSync(file(), bytes.fill(0xa5, bytes.length - 4_096));
    },
  ],
  [
    'the file of another program',
    'not a database of this service',
    () => {
      rmSync(file());
      const other = new DatabaseSync(file());
      other.exec('create table letters (text text)');
      other.close();
    },
  ],
];

test.each(DAMAGES)(
  'refuses to start on %s, changes nothing, and starts after repair',
  async (_name, reason, damage) => {
    const store = await open();
    await fill(store, 1_000);
    await store.close();
    copyFileSync(file(), join(dir, 'copy'));
    damage();
    const damaged = readFileSync(file());
    await expect(open()).rejects.toThrow(
      new RegExp(`the database file .*tote\\.db cannot be used: .*(${reason})`),
    );
    expect(readFileSync(file()).equals(damaged)).toBe(true);
    copyFileSync(join(dir, 'copy'), file());
    const repaired = await open();
    expect(await readNames(repaired)).toHaveLength(1_000);
    await repaired.close();
  },
);

test('a large file is not read through: the start does not take longer with every bet', async () => {
  await (await open()).close();
  const db = new DatabaseSync(file());
  db.exec('create table large (bytes blob)');
  db.exec(`insert into large values (zeroblob(${65 * 1024 * 1024}))`);
  db.close();
  const bytes = readFileSync(file());
  writeFileSync(file(), bytes.fill(0xa5, bytes.length - 4_096));
  const damaged = new DatabaseSync(file());
  expect(damaged.prepare('pragma quick_check(1)').get()).not.toEqual({ quick_check: 'ok' });
  damaged.close();
  await (await open()).close();
});

test('only the owner can read the files, and only one store; a clean close leaves no WAL', async () => {
  const store = await open();
  await expect(open()).rejects.toThrow('another process uses this database');
  await fill(store, 10);
  for (const name of [file(), `${file()}-wal`, `${file()}-shm`]) {
    expect(statSync(name).mode & 0o777).toBe(0o600);
  }
  await store.close();
  expect(existsSync(`${file()}-wal`)).toBe(false);
  await (await open()).close();
});

test('a store without a file leaves nothing behind', async () => {
  vi.stubEnv('TMPDIR', dir);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const store = await openStore();
  expect(readdirSync(dir)).toHaveLength(1);
  await store.close();
  expect(readdirSync(dir)).toEqual([]);
});
