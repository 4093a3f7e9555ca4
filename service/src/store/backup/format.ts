// What a backup contains. It is a SQLite file, so that a backup that is cut off is noticed.
import { join } from 'node:path';

/** "TotB", in the file's header. */
export const BACKUP_ID = 0x546f_7442;
export const BACKUP_VERSION = 1;

/** The databases of a data folder, in the order in which they are read. */
export const DATABASES = [
  { name: 'tote', path: 'tote.db' },
  { name: 'ledger', path: 'chain/ledger.db' },
] as const;

export type DatabaseName = (typeof DATABASES)[number]['name'];

export interface SecretFile {
  /** Its name in the backup: see `placeOf`. */
  readonly path: string;
  readonly content: Uint8Array;
}

export interface Folders {
  readonly dataDir: string;
  readonly keysDir: string;
}

/** Besides the key files: the key of the faucet, and the API keys of the demo wallets. */
export const OTHER_SECRETS: readonly string[] = ['chain/faucet.json', 'demo.json'];
const KEY_FILE = /^keys\/([A-Za-z0-9][A-Za-z0-9._-]{0,99}\.json)$/;

/** Where a file of this name belongs. Undefined: no backup of ours has such a file. */
export function placeOf(path: string, { dataDir, keysDir }: Folders): string | undefined {
  if (OTHER_SECRETS.includes(path)) return join(dataDir, path);
  const [, name] = KEY_FILE.exec(path) ?? [];
  return name && join(keysDir, name);
}
