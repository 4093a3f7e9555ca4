import { closeSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileLock } from '@tote/chain/lib/file-lock';
import { FAUCET_FILE } from './faucet.ts';

const LEDGER_FILE = 'ledger.db';
const LEDGER_FILES = ['ledger.db-wal', 'ledger.db-shm', FAUCET_FILE, LEDGER_FILE];
const SQLITE_HEAD = 'SQLite format 3\0';

export function resetLedger(dir: string): boolean {
  const files = list(dir);
  if (files.length === 0) return false;
  if (!files.includes(LEDGER_FILE) || !isSqlite(join(dir, LEDGER_FILE))) {
    throw new Error(`${dir} does not look like a ledger, so nothing is deleted`);
  }
  // No process may be using the ledger. The lock's file stays, so that none can open it meanwhile.
  const lock = FileLock.take(join(dir, `${LEDGER_FILE}.lock`), 'ledger');
  try {
    for (const file of LEDGER_FILES) rmSync(join(dir, file), { force: true });
  } finally {
    lock.release();
  }
  return true;
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir).filter((file) => !file.startsWith(`${LEDGER_FILE}.lock`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isSqlite(file: string): boolean {
  const head = Buffer.alloc(SQLITE_HEAD.length);
  const descriptor = openSync(file, 'r');
  try {
    // A ledger that was interrupted while being created is empty.
    return readSync(descriptor, head) === 0 || head.toString('latin1') === SQLITE_HEAD;
  } finally {
    closeSync(descriptor);
  }
}
