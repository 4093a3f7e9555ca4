// Loads and creates keys: one file of mode 0600 per key, in the format of Solana's tools.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureKeyFile } from '@tote/chain/deployment/key-files';
import { type Key, readKeyFile } from '@tote/chain/key';
import { sha256 } from '@tote/chain/lib/sha256';

export interface ServiceKeys {
  readonly relayer: Key;
  readonly nextRelayer?: Key;
  readonly oracle: Key;
  readonly keeper: Key;
}

/** On the embedded chain also with the admin's key. On a cluster it belongs on no server. */
export interface EmbeddedKeys extends ServiceKeys {
  readonly admin: Key;
}

export interface KeysFolder {
  readonly dir: string;
  readonly mayCreate: boolean;
}

export async function loadEmbeddedKeys(folder: KeysFolder): Promise<EmbeddedKeys> {
  return { ...(await loadServiceKeys(folder)), admin: await loadKey(folder, 'admin') };
}

export async function loadServiceKeys(folder: KeysFolder): Promise<ServiceKeys> {
  const next = keyFile(folder.dir, 'relayer-next');
  return {
    relayer: await loadKey(folder, 'relayer'),
    ...(existsSync(next) && { nextRelayer: await readKeyFile(next) }),
    oracle: await loadKey(folder, 'oracle'),
    keeper: await loadKey(folder, 'keeper'),
  };
}

export async function loadKey({ dir, mayCreate }: KeysFolder, name: string): Promise<Key> {
  const file = keyFile(dir, name);
  if (mayCreate) return (await ensureKeyFile(file)).key;
  if (existsSync(file)) return readKeyFile(file);
  const role = ROLES[name];
  const remedy = role
    ? `Copy the key there that the Config on chain names as ${role}: tote config show. A new key ` +
      `has no power before the admin names it: tote config announce --${role} <address>.`
    : `Make it: solana-keygen new -o ${file}`;
  throw new Error(`The ${name} key is missing: ${file}. ${remedy}`);
}

const ROLES: Readonly<Record<string, string>> = { relayer: 'operator', oracle: 'oracle' };

export function readSecret({ dir }: KeysFolder, name: string): Uint8Array {
  return Uint8Array.from(JSON.parse(readFileSync(keyFile(dir, name), 'utf8')) as number[]);
}

export function deriveSecret({ keeper }: Pick<ServiceKeys, 'keeper'>, what: string): Uint8Array {
  return sha256(keeper.sign(Buffer.from(`Tote: the secret of ${what}, version 1`)));
}

export const keyFile = (dir: string, name: string) => join(dir, `${name}.json`);
