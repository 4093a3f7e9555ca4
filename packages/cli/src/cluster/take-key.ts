import { existsSync } from 'node:fs';
import { UsageError } from '@tote/chain/lib/usage-error';
import type { Session } from '../session.ts';
import type { Address, Deployer, Key } from './cluster-options.ts';
import { readKey } from './cluster-options.ts';

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
