import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileLock } from '../../src/lib/file-lock.ts';
import {
  createPrivateFile,
  ensurePrivateDatabase,
  ensurePrivateFile,
  ensurePrivateFolder,
  replacePrivateFile,
} from '../../src/lib/private-files.ts';

let dir: string;
let umask: number;
const at = (name: string) => join(dir, name);
const modeOf = (name: string) => (statSync(at(name)).mode & 0o777).toString(8);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tote-private-'));
  umask = process.umask();
});

afterEach(() => {
  process.umask(umask);
  rmSync(dir, { recursive: true, force: true });
});

describe.each([0o000, 0o022, 0o077])('with umask %i', (mask) => {
  beforeEach(() => {
    process.umask(mask);
  });

  test('new files are for their owner only', () => {
    createPrivateFile(at('created'), 'x');
    ensurePrivateFile(at('ensured'));
    replacePrivateFile(at('replaced'), 'x');
    ensurePrivateDatabase(at('database'));
    const lock = FileLock.take(at('lock'), 'thing');
    const names = ['created', 'ensured', 'replaced', 'database', 'lock'];
    expect(names.map(modeOf)).toEqual(names.map(() => '600'));
    lock.release();
  });

  test('new folders too, and those above them', () => {
    ensurePrivateFolder(at('above/below'));
    expect(['above', 'above/below'].map(modeOf)).toEqual(['700', '700']);
  });

  test('files that others can use are taken from them', () => {
    for (const name of ['lock', 'database', 'database-wal', 'database-shm', 'file.new']) {
      writeFileSync(at(name), '');
      chmodSync(at(name), 0o666);
    }
    ensurePrivateDatabase(at('database'));
    replacePrivateFile(at('file'), 'x');
    FileLock.take(at('lock'), 'thing').release();
    const names = ['lock', 'database', 'database-wal', 'database-shm', 'file'];
    expect(names.map(modeOf)).toEqual(names.map(() => '600'));
    expect(existsSync(at('file.new'))).toBe(false);
  });
});

test('an existing file is never overwritten, also not through a link', () => {
  writeFileSync(at('file'), 'ours');
  symlinkSync(at('nowhere'), at('link'));
  for (const name of ['file', 'link']) {
    expect(() => createPrivateFile(at(name), 'theirs')).toThrow('EEXIST');
  }
  expect(readFileSync(at('file'), 'utf8')).toBe('ours');
  expect(existsSync(at('nowhere'))).toBe(false);
});

test('a folder that everybody can write to is refused, one that others can read is not', () => {
  mkdirSync(at('shared'));
  for (const mode of [0o777, 0o1777, 0o702]) {
    chmodSync(at('shared'), mode);
    expect(() => ensurePrivateFolder(at('shared'))).toThrow(`chmod 700 ${at('shared')}`);
  }
  for (const mode of [0o755, 0o775, 0o700]) {
    chmodSync(at('shared'), mode);
    ensurePrivateFolder(at('shared'));
  }
});

test('a second lock is refused until the first is released', () => {
  const lock = FileLock.take(at('lock'), 'thing');
  expect(() => FileLock.take(at('lock'), 'thing')).toThrow('another process uses this thing');
  lock.release();
  FileLock.take(at('lock'), 'thing').release();
});
