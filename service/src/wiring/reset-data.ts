// `npm start -- --reset`: starts with an empty embedded chain. The old data folder is renamed.
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FileLock } from '@tote/chain/lib/file-lock';
import { type Settings, SettingsError } from '../settings/read-settings.ts';
import { findChainIdentity } from '../store/journal/chain-identity.ts';
import { openStore } from '../store/open-store.ts';

const DATA_FILES = ['chain/ledger.db', 'tote.db'];

export async function resetData(
  settings: Settings,
  { now, print }: { now: Date; print: (line: string) => void },
): Promise<void> {
  const { dataDir, rpcUrl } = settings;
  if (rpcUrl !== undefined) {
    throw new SettingsError('--reset is for the embedded chain: leave out TOTE_RPC_URL.');
  }
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) {
    print(`There is nothing to keep in ${dataDir}.`);
    return;
  }
  if (!DATA_FILES.some((file) => existsSync(join(dataDir, file)))) {
    throw new SettingsError(
      `${dataDir} does not look like a data folder of Tote, so it stays as it is. ` +
        'Check TOTE_DATA_DIR.',
    );
  }
  await refuseUsedDatabase(settings);
  const kept = findFreeName(dataDir, now);
  const locks = takeLocks(dataDir);
  try {
    renameSync(dataDir, kept);
  } finally {
    for (const lock of locks) lock.release();
  }
  print(`The old data is in ${kept}. To use it again, move it to ${dataDir}.`);
}

/** Its rows belong to the old chain. A SQLite database is in the data folder and moves with it. */
async function refuseUsedDatabase({ databaseUrl }: Settings): Promise<void> {
  if (databaseUrl === undefined) return;
  const store = await openStore({ databaseUrl });
  try {
    if ((await findChainIdentity(store.db)) === undefined) return;
    throw new SettingsError(
      'The database of TOTE_DATABASE_URL belongs to the chain in the old data folder. ' +
        'Name an empty one there, then start with --reset.',
    );
  } finally {
    await store.close();
  }
}

function takeLocks(dataDir: string): FileLock[] {
  const locks: FileLock[] = [];
  try {
    for (const file of DATA_FILES) {
      const path = join(dataDir, file);
      if (!existsSync(path)) continue;
      locks.push(FileLock.take(`${path}.lock`, file === 'tote.db' ? 'database' : 'ledger'));
    }
    return locks;
  } catch (error) {
    for (const lock of locks) lock.release();
    throw new Error(`--reset changes nothing: ${(error as Error).message}.`);
  }
}

function findFreeName(dataDir: string, now: Date): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const name = `${dataDir}.${time}`;
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(free)) return free;
    if (number >= 100)
      throw new Error(`There are many copies of ${basename(dataDir)}. Remove some.`);
  }
}
