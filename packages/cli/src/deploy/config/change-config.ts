import type { Chain } from '@tote/chain/chain';
import { findConfig } from '@tote/chain/deployment/find-config';
import type { Key } from '@tote/chain/key';
import { DECIMALS, parseAmount } from '@tote/domain';
import {
  type Config,
  getApplyConfigInstruction,
  getCancelConfigInstruction,
  getDisableKeysInstruction,
  getUpdateConfigInstruction,
  type Settings,
  termsOf,
} from '@tote/program-client';
import { checkTerms } from '../check-terms.ts';
import type { InitRequest } from '../init/init-request.ts';
import { knownProgramsOf } from './settings.ts';

type ConfigChanges = Partial<
  Omit<InitRequest['terms'], 'lot' | 'firstPrice' | 'roundSeconds'> &
    Pick<Config, 'operator' | 'oracle' | 'guardian' | 'treasury' | 'admin'> &
    Pick<InitRequest, 'knownPrograms'>
>;

export async function requireConfig(chain: Chain): Promise<Config> {
  const config = await findConfig(chain, 'Use the version of tote that belongs to it.');
  if (config) return config;
  throw new Error(`The program ${chain.programAddress} has no Config here. Run tote init first.`);
}

/** The settings in force with the changes. A pending change is replaced, so it is ignored. */
export function changeSettings(config: Config, changes: ConfigChanges): Settings {
  const { minimumStakeSol, minimumStakeUtility, knownPrograms, ...rest } = changes;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const [sol = 0n, utility = 0n] = config.minimumStake;
  const known = knownPrograms ?? knownProgramsOf(config);
  const settings = {
    ...config,
    ...given,
    minimumStake: [
      minimumStakeSol === undefined ? sol : parseAmount(minimumStakeSol, DECIMALS.SOL),
      minimumStakeUtility === undefined
        ? utility
        : parseAmount(minimumStakeUtility, config.utilityDecimals),
    ],
    knownPrograms: [...known],
    knownProgramsLen: known.length,
  };
  checkTerms(termsOf(settings), known);
  return settings;
}

/** A new admin signs too. */
export async function announceConfig(
  chain: Chain,
  settings: Settings,
  { payer, admin, newAdmin = admin }: { payer: Key; admin: Key } & { newAdmin?: Key },
): Promise<string> {
  const instruction = getUpdateConfigInstruction(
    {
      admin: admin.signer,
      newAdmin: newAdmin.signer,
      config: chain.addresses.config,
      terms: termsOf(settings),
      knownPrograms: knownProgramsOf(settings),
    },
    { programAddress: chain.programAddress },
  );
  return (await chain.send([instruction], [payer, admin, newAdmin])).signature;
}

export async function applyConfig(chain: Chain, payer: Key): Promise<string> {
  const { config } = chain.addresses;
  const { programAddress } = chain;
  const instruction = getApplyConfigInstruction({ config }, { programAddress });
  return (await chain.send([instruction], [payer])).signature;
}

interface SignedBy {
  readonly payer: Key;
  readonly by: Key;
}

export async function cancelConfig(chain: Chain, { payer, by }: SignedBy): Promise<string> {
  const input = { authority: by.signer, config: chain.addresses.config };
  const { programAddress } = chain;
  const instruction = getCancelConfigInstruction(input, { programAddress });
  return (await chain.send([instruction], [payer, by])).signature;
}

const OPERATOR_BIT = 1;
const ORACLE_BIT = 2;

interface Disabled extends SignedBy {
  readonly operatorGeneration?: number;
  readonly oracleGeneration?: number;
}

export async function disableKeys(
  chain: Chain,
  { payer, by, operatorGeneration, oracleGeneration }: Disabled,
): Promise<string> {
  const hasOperator = operatorGeneration !== undefined;
  const hasOracle = oracleGeneration !== undefined;
  const input = {
    authority: by.signer,
    config: chain.addresses.config,
    mask: (hasOperator ? OPERATOR_BIT : 0) | (hasOracle ? ORACLE_BIT : 0),
    oracleGeneration: oracleGeneration ?? 0,
    operatorGeneration: operatorGeneration ?? 0,
  };
  const { programAddress } = chain;
  const instruction = getDisableKeysInstruction(input, { programAddress });
  return (await chain.send([instruction], [payer, by])).signature;
}
