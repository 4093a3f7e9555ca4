// Reads key files, creating missing ones: one file of mode 0600 per key, in the format of the
// Solana tools.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readKeyFile, writeNewKeyFile } from '../key.ts';
import { draftOf, linkOnce } from '../lib/private-files.ts';

export async function ensureKeyFile(file: string) {
  const isNew = !existsSync(file);
  if (isNew) await createKeyFile(file);
  return { key: await readKeyFile(file), isNew };
}

/**
 * Creates the file atomically: whoever reads it later would refuse a partial file. If another
 * process was faster, its key is used.
 */
async function createKeyFile(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = draftOf(file);
  await writeNewKeyFile(draft);
  linkOnce(draft, file);
}

export function removeDrafts(file: string): void {
  const folder = dirname(file);
  const [start, draft] = [`${basename(file)}.`, /^[0-9a-f]{12}$/];
  for (const name of readdirSync(folder)) {
    const isDraft = name.startsWith(start) && draft.test(name.slice(start.length));
    if (isDraft) rmSync(join(folder, name), { force: true });
  }
}
