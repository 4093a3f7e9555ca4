import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '@tote/chain/lib/usage-error';
import type { Session } from '../session.ts';
import { type Address, type Deployer, type Key, readKey } from './cluster-options.ts';

export const SERVICE_KEYS = ['relayer', 'oracle', 'keeper'] as const;
export type ServiceKeys = Readonly<Record<(typeof SERVICE_KEYS)[number], Address>>;

/** Includes the next key while the operator's key is being rotated. */
const FOUND_KEYS = [...SERVICE_KEYS, 'relayer-next'] as const;
export type FoundKeys = Readonly<Partial<Record<(typeof FOUND_KEYS)[number], Address>>>;

export const keysFolder = ({ env }: Session, named: string | undefined): string =>
  resolve(named ?? (env.TOTE_KEYS_DIR || join(env.TOTE_DATA_DIR || 'data', 'keys')));

export async function findServiceKeys(deployer: Deployer, folder: string): Promise<FoundKeys> {
  const found = await Promise.all(
    FOUND_KEYS.map(async (name) => {
      const file = join(folder, `${name}.json`);
      const key = existsSync(file) ? await readKey(deployer, name, file) : undefined;
      return [name, key?.address] as const;
    }),
  );
  return Object.fromEntries(found);
}

interface Taking {
  readonly session: Session;
  readonly deployer: Deployer;
  /** A dry run uses a temporary key instead of creating a file. */
  readonly isDryRun: boolean;
}

export async function takeKey(
  { session, deployer, isDryRun }: Taking,
  option: string,
  file: string,
): Promise<Key> {
  if (existsSync(file)) return readKey(deployer, option, file);
  if (isDryRun) {
    session.tell(`${file} does not exist: it would be created.`);
    return deployer.createKey();
  }
  const { key } = await deployer.ensureKeyFile(file);
  session.tell(`Created ${file}: ${key.address}. Keep a copy of it.`);
  return key;
}

export async function takeAddress(
  taking: Taking,
  option: string,
  text: string | undefined,
): Promise<Address> {
  if (text === undefined) throw new UsageError(`${option} is missing: an address or a key file.`);
  if (taking.deployer.isAddress(text)) return text;
  return (await takeKey(taking, option, text)).address;
}
