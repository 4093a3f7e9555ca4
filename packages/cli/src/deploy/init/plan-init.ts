import type { Address, Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { findConfig, OTHER_LAYOUT } from '@tote/chain/deployment/find-config';
import type { Initialization, Terms } from '@tote/chain/deployment/initialize';
import { buildUtility, findDerivedMint } from '@tote/chain/deployment/utility-mint';
import { DECIMALS, parseAmount, tokenAccountBytes } from '@tote/domain';
import {
  type Config,
  getConfigSize,
  getVaultSize,
  TOKEN_PROGRAM_ADDRESS,
  type UtilityToken,
} from '@tote/program-client';
import { checkBuyback, checkTerms, checkVetoTime } from '../check-terms.ts';
import { LAMPORTS_PER_SIGNATURE, readRents } from '../costs.ts';
import { readAccounts, readProgram } from '../loader/loader-accounts.ts';
import { readMint } from '../read-mint.ts';
import type { InitRequest } from './init-request.ts';
import { type KeyNeed, listKeyNeeds } from './key-needs.ts';

/** The vault's token account has no extension. */
const VAULT_TOKEN_BYTES = 165;
const MINT_BYTES = 82;
/** The SOL vault holds ten times its rent (program/README.md), the other one once. */
const VAULT_RENTS = 11n;
const TRANSACTIONS_MAX = 3n;
/** Payer, upgrade authority and admin. */
const SIGNATURES_MAX = 3n;

const DAY = 86_400;
/** The embedded chain's prices use its own time. A cluster's clock may lag. */
const SUITABLE = {
  embedded: { leadSeconds: 0, horizonSeconds: 3_650 * DAY },
  cluster: { leadSeconds: 30, horizonSeconds: 400 * DAY },
};

export interface InitPlan {
  readonly config: Config | undefined;
  readonly mint: Address;
  readonly decimals: number;
  readonly isMintNew: boolean;
  readonly utility: readonly Instruction[];
  readonly tokenOwners: readonly Address[];
  readonly initialization: Initialization | undefined;
  readonly needs: readonly (KeyNeed & { readonly address: Address; readonly held: bigint })[];
  readonly transfers: readonly {
    readonly name: string;
    readonly to: Address;
    readonly lamports: bigint;
  }[];
  readonly costs: {
    readonly rent: bigint;
    readonly fees: bigint;
    readonly transfers: bigint;
    readonly needed: bigint;
    readonly held: bigint;
  };
}

export async function planInit(request: InitRequest): Promise<InitPlan> {
  const { chain, admin, payer } = request;
  const config = await findConfig(chain, OTHER_LAYOUT);
  if (!config) await expectDeployed(request);
  const mint = config?.utilityMint ?? request.mint ?? (await findDerivedMint(admin.address));
  const isOurs = mint === (await findDerivedMint(admin.address));
  const found = await readMint(chain, mint);
  if (!found && !isOurs) throw new Error(`There is no token ${mint} on this chain.`);
  const treasury = config?.treasury ?? request.treasury;
  const owners = [...new Set(isOurs ? [treasury, admin.address] : [treasury])];
  const token = { utilityMint: mint, tokenProgram: found?.tokenProgram ?? TOKEN_PROGRAM_ADDRESS };
  const utility = await buildUtility(chain, { admin, payer, owners, ...token });
  const decimals = found?.decimals ?? DECIMALS.UTILITY;
  const initialization = config ? undefined : await buildInitialization(request, token, decimals);
  const { needs, transfers, held } = await findTransfers(request, treasury);
  const parts = { token, utility, initialization, transfers, held, isMintNew: !found };
  return {
    ...{ config, mint, decimals, initialization, needs, transfers },
    ...{ isMintNew: !found, utility: utility.instructions, tokenOwners: utility.missing },
    costs: await findCosts(request, parts),
  };
}

async function expectDeployed({ chain, upgradeAuthority }: InitRequest): Promise<void> {
  const { programAddress } = chain;
  const program = await readProgram(chain, programAddress);
  if (!program) {
    throw new Error(`There is no program ${programAddress} on this chain. Run tote deploy first.`);
  }
  if (program.upgradeAuthority === upgradeAuthority.address) return;
  throw new Error(
    program.upgradeAuthority === null
      ? 'Nobody can initialize this program: its upgrade authority was given up.'
      : `Only the upgrade authority ${program.upgradeAuthority} can initialize the program, ` +
          `not ${upgradeAuthority.address}: name its key file with --authority.`,
  );
}

async function buildInitialization(request: InitRequest, token: UtilityToken, decimals: number) {
  const isOnEmbedded = await isEmbedded(request.chain);
  const suitable = SUITABLE[isOnEmbedded ? 'embedded' : 'cluster'];
  const { payer, upgradeAuthority, admin, keys, guardian, treasury, knownPrograms } = request;
  const { burnBps, developerBps, vetoSeconds, changeDelay, ...amounts } = request.terms;
  const terms: Terms = {
    ...{ burnBps, developerBps, vetoSeconds, changeDelay, guardian, treasury },
    operator: keys.relayer,
    oracle: keys.oracle,
    leadSeconds: request.terms.leadSeconds ?? suitable.leadSeconds,
    horizonSeconds: request.terms.horizonSeconds ?? suitable.horizonSeconds,
    minimumStakeSol: parseAmount(amounts.minimumStakeSol, DECIMALS.SOL),
    minimumStakeUtility: parseAmount(amounts.minimumStakeUtility, decimals),
  };
  const buyback = {
    lot: parseAmount(amounts.lot, DECIMALS.SOL),
    firstPrice: parseAmount(amounts.firstPrice, decimals),
    roundSeconds: BigInt(amounts.roundSeconds),
  };
  checkTerms(terms, knownPrograms);
  if (!isOnEmbedded) checkVetoTime(terms);
  checkBuyback(buyback);
  return { payer, upgradeAuthority, admin, ...token, terms, buyback, knownPrograms };
}

async function findTransfers(request: InitRequest, treasury: Address) {
  const { chain, payer, keys, isFunding, markets } = request;
  const listed = await listKeyNeeds(chain, markets);
  const [ofTreasury = 0n] = await readRents(chain, [0]);
  const places = [...listed.map(({ name }) => keys[name]), treasury, payer.address];
  const balances = (await readAccounts(chain, places)).map((each) => each?.lamports ?? 0n);
  const needs = listed.map((need, at) => ({
    ...need,
    address: keys[need.name],
    held: balances[at] ?? 0n,
  }));
  const wanted = [
    ...(isFunding ? needs : []),
    // An empty account cannot receive less than its rent; the first developer share may be less.
    { name: 'treasury', address: treasury, lamports: ofTreasury, held: balances.at(-2) ?? 0n },
  ];
  const transfers = wanted
    .filter(({ lamports, held }) => held < lamports)
    .map(({ name, address, lamports, held }) => ({ name, to: address, lamports: lamports - held }));
  return { needs, transfers, held: balances.at(-1) ?? 0n };
}

interface Parts extends Pick<InitPlan, 'initialization' | 'transfers' | 'isMintNew'> {
  readonly token: UtilityToken;
  readonly utility: { readonly missing: readonly Address[] };
  readonly held: bigint;
}

async function findCosts(
  { chain }: InitRequest,
  { token, utility, initialization, transfers, isMintNew, held }: Parts,
): Promise<InitPlan['costs']> {
  const sizes = [VAULT_TOKEN_BYTES, tokenAccountBytes(token.tokenProgram), MINT_BYTES, 0];
  const [ofConfig = 0n, ofVault = 0n, ofVaultToken = 0n, ofToken = 0n, ofMint = 0n, ofPayer = 0n] =
    await readRents(chain, [getConfigSize(), getVaultSize(), ...sizes]);
  const rent =
    (initialization ? ofConfig + VAULT_RENTS * ofVault + ofVaultToken : 0n) +
    (isMintNew ? ofMint : 0n) +
    BigInt(utility.missing.length) * ofToken;
  const sum = transfers.reduce((total, { lamports }) => total + lamports, 0n);
  const isNothing = rent === 0n && sum === 0n;
  const fees = isNothing ? 0n : TRANSACTIONS_MAX * SIGNATURES_MAX * LAMPORTS_PER_SIGNATURE;
  const needed = isNothing ? 0n : rent + sum + fees + ofPayer;
  return { rent, fees, transfers: sum, needed, held };
}

/** Real nodes have a hash of their features there. */
const NO_FEATURE_SET = 0;

async function isEmbedded({ rpc }: Pick<Chain, 'rpc'>): Promise<boolean> {
  const { 'feature-set': featureSet } = await rpc.getVersion().send();
  return featureSet === NO_FEATURE_SET;
}
