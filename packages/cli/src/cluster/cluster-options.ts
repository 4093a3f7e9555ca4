import { UsageError } from '@tote/chain/lib/usage-error';
import { flag, type Options, text } from '../command.ts';
import type { Session } from '../session.ts';

export type Deployer = typeof import('../deploy/index.ts');
export type Key = import('../deploy/index.ts').Key;
export type Chain = import('../deploy/index.ts').DeployRequest['chain'];
export type Address = Key['address'];

export const NODE_OPTIONS = {
  rpc: text('address', 'a node of the cluster'),
  url: text('address', 'the same, as in Solana’s tools'),
} as const satisfies Options;

export const PROGRAM_OPTIONS = {
  program: text('address', 'the program; TOTE_PROGRAM_ADDRESS'),
} as const satisfies Options;

export const DRY_RUN_OPTIONS = {
  'dry-run': flag('only shows what would be done'),
} as const satisfies Options;

export async function loadDeployer({ installation }: Session): Promise<Deployer> {
  if (installation.loadDeployer) return installation.loadDeployer();
  throw new UsageError('This needs the program: run it in a clone of the repository.');
}

/** There is no default, because a deployment by mistake costs money. */
export async function nodeOf(
  { env, findNode }: Session,
  values: { readonly rpc?: string; readonly url?: string },
): Promise<string> {
  if (values.rpc !== undefined) return findNode();
  const named = values.url ?? env.TOTE_RPC_URL?.split(',')[0];
  if (named) return named;
  throw new UsageError('Name a node of the cluster with --rpc, or with TOTE_RPC_URL.');
}

export function programOf(
  { env }: Session,
  deployer: Deployer,
  { program }: { readonly program?: string },
): Address {
  const named = program ?? env.TOTE_PROGRAM_ADDRESS;
  if (!named) throw new UsageError('Name the program with --program, or TOTE_PROGRAM_ADDRESS.');
  return readAddress(deployer, '--program', named);
}

export function readAddress({ isAddress }: Deployer, option: string, text: string): Address {
  if (isAddress(text)) return text;
  throw new UsageError(`${option}: ${text} is not an address.`);
}

export async function readKey(
  { readKeyFile }: Deployer,
  option: string,
  file: string | undefined,
): Promise<Key> {
  if (file === undefined) throw new UsageError(`${option} is missing: the path of a key file.`);
  try {
    return await readKeyFile(file);
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`);
  }
}

export async function withCluster<T>(
  { openCluster }: Deployer,
  url: string,
  program: Address,
  work: (chain: Chain) => Promise<T>,
): Promise<T> {
  const chain = await openCluster(url, program);
  try {
    return await work(chain);
  } finally {
    await chain.close();
  }
}
