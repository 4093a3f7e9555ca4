import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Session } from '../session.ts';
import { type Address, type Deployer, readKey } from './cluster-options.ts';

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
