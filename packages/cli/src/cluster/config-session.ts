import { flag } from '../command.ts';
import { RefusedError } from '../failures.ts';
import type { Session } from '../session.ts';
import { paint, type Text } from '../terminal/text.ts';
import {
  type Address,
  type Chain,
  type Deployer,
  DRY_RUN_OPTIONS,
  loadDeployer,
  NODE_OPTIONS,
  nodeOf,
  PROGRAM_OPTIONS,
  programOf,
  withCluster,
} from './cluster-options.ts';

export const CONFIG_OPTIONS = { ...NODE_OPTIONS, ...PROGRAM_OPTIONS } as const;

export const SENDING_OPTIONS = {
  ...CONFIG_OPTIONS,
  ...DRY_RUN_OPTIONS,
  yes: flag('skips the confirmation'),
} as const;

type Config = Awaited<ReturnType<Deployer['requireConfig']>>;
type Settings = Parameters<Deployer['describeSettings']>[0];
type Change = import('../deploy/index.ts').SettingChange;

export interface ConfigSession {
  readonly deployer: Deployer;
  readonly chain: Chain;
  readonly config: Config;
}

export async function withConfig<T>(
  session: Session,
  values: { readonly [K in 'rpc' | 'url' | 'program']?: string },
  work: (opened: ConfigSession) => Promise<T>,
): Promise<T> {
  const deployer = await loadDeployer(session);
  const program: Address = programOf(session, deployer, values);
  return withCluster(deployer, await nodeOf(session, values), program, async (chain) =>
    work({ deployer, chain, config: await deployer.requireConfig(chain) }),
  );
}

/** Another key may pay, because a new admin has no SOL. */
async function expectPaying(
  { deployer, chain }: ConfigSession,
  payer: { readonly address: Address },
): Promise<void> {
  if ((await deployer.readLamports(chain, payer.address)) > 0n) return;
  throw new RefusedError(
    `${payer.address} has no SOL to pay the fee. Name a funded key file with --payer.`,
  );
}

interface Sending {
  readonly payer: { readonly address: Address };
  readonly summary: object;
  readonly question: string;
  readonly done: string;
  send(): Promise<string>;
}

/** Asks, sends and shows the transaction; in a dry run it only shows the summary. */
export async function sendAsked(
  session: Session,
  opened: ConfigSession,
  values: { readonly 'dry-run'?: boolean; readonly yes?: boolean },
  { payer, summary, question, done, send }: Sending,
): Promise<void> {
  if (values['dry-run']) {
    session.show({ ...summary, signature: null }, () => [['Nothing was sent.']]);
    return;
  }
  await expectPaying(opened, payer);
  await session.confirm(question, values.yes);
  const signature = await send();
  session.show({ ...summary, signature }, () => [
    [paint('green', `${done} `), paint('dim', `Transaction ${signature}`)],
  ]);
}

export function expectAdminOrGuardian(
  { config }: ConfigSession,
  { address }: { readonly address: Address },
): void {
  if (address === config.admin || address === config.guardian) return;
  throw new RefusedError(`${address} is neither the admin nor the guardian.`);
}

export const compare = ({ deployer, config }: ConfigSession, settings: Settings): Change[] =>
  deployer.compareSettings(config, settings, config.utilityDecimals);

export const describeChanges = (changes: readonly Change[]): Text[][] =>
  changes.flatMap(({ name, before, after }): Text[][] => [
    [paint('bold', name)],
    [paint('red', `  - ${before}`)],
    [paint('green', `  + ${after}`)],
  ]);

export const instantOf = (seconds: bigint): string =>
  new Date(Number(seconds) * 1_000).toISOString().replace('.000Z', 'Z');
