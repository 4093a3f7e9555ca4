// Initializes a chain that has our program: SOL for the service's keys, the UTILITY mint and the
// Config. Every step checks first what exists, so that an interrupted start can be completed.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { findConfig } from '@tote/chain/deployment/find-config';
import { buildInitialize } from '@tote/chain/deployment/initialize';
import { KNOWN_PROGRAMS } from '@tote/chain/deployment/known-programs';
import { ensureUtility, findDerivedMint } from '@tote/chain/deployment/utility-mint';
import type { Key } from '@tote/chain/key';
import { DECIMALS, defaultMinimumStake } from '@tote/domain';
import type { SandboxAccount } from '@tote/localnet';
import {
  type Config,
  NO_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
  type UtilityToken,
} from '@tote/program-client';
import type { EmbeddedKeys, ServiceKeys } from '../settings/keys.ts';
import { topUp } from './credit.ts';

const SOL = 10n ** BigInt(DECIMALS.SOL);
/** Play money: enough for a billion transactions or a hundred thousand Bettors. */
const KEY_LAMPORTS = { atLeast: 5_000n * SOL, by: 10_000n * SOL };

/** 5 % of the losing pool each. No veto time and no delay: only one person uses the chain. */
const TERMS = {
  ...{ burnBps: 500, developerBps: 500, vetoSeconds: 0, changeDelay: 0 },
  // Prices follow the chain's own clock here: bets are taken until the expiry.
  leadSeconds: 0,
  horizonSeconds: 3_650 * 86_400,
};
const BUYBACK = { lot: SOL / 10n, firstPrice: 1_000_000_000n, roundSeconds: 60n };

/** No less than an account without data must hold: the service never adds to it. */
const TREASURY_LAMPORTS = 890_880n;

interface EmbeddedGenesis {
  readonly chain: Chain;
  readonly keys: EmbeddedKeys;
  /** The service never signs with this key, so its balance is the sum of what it received. */
  readonly treasury: Address;
  /** Default: a classic mint, which is created. */
  readonly utility?: UtilityToken;
}

export function listFunded(keys: EmbeddedKeys, treasury: Address): SandboxAccount[] {
  return [
    ...listPayers(keys).map(({ address }) => ({ address, lamports: KEY_LAMPORTS.by })),
    { address: treasury, lamports: TREASURY_LAMPORTS },
  ];
}

function listPayers({ admin, relayer, nextRelayer, oracle, keeper }: EmbeddedKeys): readonly Key[] {
  return [admin, relayer, ...(nextRelayer ? [nextRelayer] : []), oracle, keeper];
}

/** For the embedded chain, where we hold all keys. Later starts change nothing. */
export async function initializeEmbedded(genesis: EmbeddedGenesis): Promise<Config> {
  const { chain, keys, treasury } = genesis;
  const existing = await findConfig(chain, REMEDIES.embedded);
  if (existing) checkConfig(existing, keys);
  for (const { address } of listPayers(keys)) {
    await topUp(chain, address, KEY_LAMPORTS);
  }
  // An empty account cannot receive less than its rent; the first developer share may be less.
  const rent = await chain.rpc.getMinimumBalanceForRentExemption(0n).send();
  await topUp(chain, treasury, { atLeast: rent, by: rent });
  const utility = existing
    ? await chain.accounts.getUtility()
    : (genesis.utility ?? {
        utilityMint: await findDerivedMint(keys.admin.address),
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      });
  const owners = [existing?.treasury ?? treasury, keys.admin.address];
  await ensureUtility(chain, { admin: keys.admin, ...utility, owners });
  if (existing) return existing;
  await sendInitialize(genesis, utility);
  return requireConfig(chain, REMEDIES.embedded);
}

export async function checkInitialized(chain: Chain, keys: ServiceKeys): Promise<Config> {
  const config = await requireConfig(chain, REMEDIES.remote);
  checkConfig(config, keys);
  return config;
}

async function sendInitialize({ chain, keys, treasury }: EmbeddedGenesis, utility: UtilityToken) {
  const { admin } = keys;
  const instruction = await buildInitialize(chain, {
    ...{ upgradeAuthority: admin, payer: admin, admin, ...utility, buyback: BUYBACK },
    terms: {
      ...TERMS,
      minimumStakeSol: defaultMinimumStake('SOL', DECIMALS.SOL),
      minimumStakeUtility: defaultMinimumStake('UTILITY', DECIMALS.UTILITY),
      operator: keys.relayer.address,
      oracle: keys.oracle.address,
      guardian: admin.address,
      treasury,
    },
    knownPrograms: KNOWN_PROGRAMS,
  });
  await chain.send([instruction], [admin]);
}

async function requireConfig(chain: Chain, remedy: string): Promise<Config> {
  const config = await findConfig(chain, remedy);
  if (config) return config;
  const { programAddress } = chain;
  const { value } = await chain.rpc.getAccountInfo(programAddress, { encoding: 'base64' }).send();
  if (!value?.executable) {
    throw new Error(
      `There is no program ${programAddress} on this chain. ` +
        'Correct TOTE_PROGRAM_ADDRESS or TOTE_RPC_URL, or deploy it there: tote deploy.',
    );
  }
  throw new Error(
    `The program ${programAddress} has no Config on this chain. ` +
      'Its upgrade authority must initialize it first: tote init.',
  );
}

function checkConfig(config: Config, keys: ServiceKeys): void {
  if (keys.nextRelayer?.address !== config.operator) {
    expectKey('relayer', keys.relayer.address, 'operator', config.operator);
  }
  expectKey('oracle', keys.oracle.address, 'oracle', config.oracle);
}

/** A disabled key is no mismatch: the service runs and reports what it cannot do. */
function expectKey(name: string, given: Address, role: string, expected: Address): void {
  if (given === expected || expected === NO_ADDRESS) return;
  throw new Error(
    `The ${name} key is ${given}, but the ${role} in the Config of this chain is ${expected}. ` +
      `Put the key file of ${expected} in its place, or let the admin name the other key with ` +
      `\`tote config announce --${role} ${given}\`.`,
  );
}

export const REMEDIES = {
  embedded:
    'Start with `npm start -- --reset`: it keeps this data folder under another name and begins ' +
    'with an empty chain. Or run the version of Tote that wrote it (docs/upgrade.md).',
  remote:
    'Run the version of Tote that belongs to that program, or deploy the program of this version ' +
    'to an address of its own and name it in TOTE_PROGRAM_ADDRESS. Money and open markets stay ' +
    'with the old one: keep its service running until they are settled (docs/upgrade.md).',
} as const;
