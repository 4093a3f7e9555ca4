// Files and folders that only their owner can use, from the first byte, whatever the umask.
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from './usage-error.ts';

const [FILE_MODE, FOLDER_MODE] = [0o600, 0o700];
const [OTHERS, WRITABLE_BY_ALL] = [0o077, 0o002];

export function createPrivateFile(file: string, content: string | Uint8Array = ''): void {
  writeFileSync(file, content, { mode: FILE_MODE, flag: 'wx', flush: true });
}

/** Replaces the file atomically, so that nobody reads a partial file. */
export function replacePrivateFile(file: string, content: string): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  createPrivateFile(draft, content);
  renameSync(draft, file);
}

/** A name for the content of a file that `linkOnce` will create. */
export function draftOf(file: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `${file}.${Buffer.from(bytes).toString('hex')}`;
}

/**
 * Creates the file from its draft, whole and lasting, and removes the draft. Returns false if the
 * file exists: another process was faster.
 */
export function linkOnce(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft);
  }
  flushFolder(dirname(file));
  return true;
}

/** So that new files in the folder survive a power failure. */
export function flushFolder(dir: string): void {
  const handle = openSync(dir, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Creates the file if it does not exist. Access by others to an existing one is removed. */
export function ensurePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', FILE_MODE));
  takeFromOthers(file);
}

/** The same for a SQLite database. Its other files get the same mode. */
export function ensurePrivateDatabase(file: string): void {
  ensurePrivateFile(file);
  for (const ending of ['-wal', '-shm', '-journal']) takeFromOthers(file + ending);
}

export function takeFromOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || (found.mode & OTHERS) === 0) return;
  try {
    chmodSync(file, FILE_MODE);
  } catch {
    throw new UsageError(`Others can use ${file}. Run as its owner: chmod 600 ${file}`);
  }
}

/**
 * An existing folder may be readable by others, because its files are not. But anyone who can write
 * to it could replace them.
 */
export function ensurePrivateFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: FOLDER_MODE });
  if ((statSync(dir).mode & WRITABLE_BY_ALL) === 0) return;
  throw new UsageError(`Everybody can write to ${dir}. Run: chmod 700 ${dir}`);
}
