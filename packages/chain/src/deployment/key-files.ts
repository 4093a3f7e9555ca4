// Reads key files, creating missing ones: one file of mode 0600 per key, in the format of the
// Solana tools.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Key, readKeyFile, writeNewKeyFile } from '../key.ts';

interface FoundKey {
  readonly key: Key;
  readonly isNew: boolean;
}

export async function ensureKeyFile(file: string): Promise<FoundKey> {
  const isNew = !existsSync(file);
  if (isNew) await createKeyFile(file);
  return { key: await readKeyFile(file), isNew };
}

/** Creates the file atomically: whoever reads it later would refuse a partial file. */
async function createKeyFile(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeNewKeyFile(draft);
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process was faster: its key is used.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  flushFolder(dirname(file));
}

export function removeDrafts(file: string): void {
  const folder = dirname(file);
  const [start, draft] = [`${basename(file)}.`, /^[0-9a-f]{12}$/];
  for (const name of readdirSync(folder)) {
    const isDraft = name.startsWith(start) && draft.test(name.slice(start.length));
    if (isDraft) rmSync(join(folder, name), { force: true });
  }
}

/** The chain may use the key at once, so the file must survive a power failure. */
export function flushFolder(dir: string): void {
  const handle = openSync(dir, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
