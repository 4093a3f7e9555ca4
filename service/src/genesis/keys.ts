// Loads and creates keys: one file of mode 0600 per key, in the format of Solana's tools.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Key, readKeyFile, writeNewKeyFile } from '@tote/chain/key';

/** What the service signs with. */
export interface ServiceKeys {
  /** The operator, the delegate of the bettors, and the payer of their transactions. */
  readonly relayer: Key;
  /** Signs the outcomes of attested markets. */
  readonly oracle: Key;
  /** Pays for resolving, settling and closing. It has no rights in the program. */
  readonly keeper: Key;
}

/** On the embedded chain also with the admin's key. On a cluster it belongs on no server. */
export interface EmbeddedKeys extends ServiceKeys {
  /** Changes the Config, upgrades the program and mints UTILITY. */
  readonly admin: Key;
}

export interface KeysFolder {
  readonly dir: string;
  /** Only on the embedded chain: on a cluster the Config must name the key. */
  readonly mayCreate: boolean;
}

export async function loadEmbeddedKeys(folder: KeysFolder): Promise<EmbeddedKeys> {
  return { ...(await loadServiceKeys(folder)), admin: await loadKey(folder, 'admin') };
}

export async function loadServiceKeys(folder: KeysFolder): Promise<ServiceKeys> {
  return {
    relayer: await loadKey(folder, 'relayer'),
    oracle: await loadKey(folder, 'oracle'),
    keeper: await loadKey(folder, 'keeper'),
  };
}

export async function loadKey({ dir, mayCreate }: KeysFolder, name: string): Promise<Key> {
  const file = keyFile(dir, name);
  if (!existsSync(file)) {
    if (!mayCreate) {
      throw new Error(`The ${name} key is missing. Make it: solana-keygen new -o ${file}`);
    }
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    await createKeyFile(dir, file);
  }
  return readKeyFile(file);
}

/** The 64 bytes of a key in the folder, for the user of a demo wallet. */
export function readSecret({ dir }: KeysFolder, name: string): Uint8Array {
  return Uint8Array.from(JSON.parse(readFileSync(keyFile(dir, name), 'utf8')) as number[]);
}

export function keyFile(dir: string, name: string): string {
  return join(dir, `${name}.json`);
}

/** Creates the file atomically: every later start would refuse a partial file. */
async function createKeyFile(dir: string, file: string): Promise<void> {
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
  flushFolder(dir);
}

/** The chain may use the key at once, so the file must survive a power failure. */
function flushFolder(dir: string): void {
  const handle = openSync(dir, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
