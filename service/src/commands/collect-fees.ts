// Collects fees: developer shares go to the treasury, burn shares of UTILITY are burned.
import { type Address, fetchEncodedAccount, type Instruction } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import type { Currency } from '@tote/domain';
import {
  findTokenAccount,
  getCollectFeesInstruction,
  Currency as ProgramCurrency,
  type Vault,
} from '@tote/program-client';
import type { ServiceKeys } from '../genesis/keys.ts';
import { type LandingContext, landAndIngest } from './landing/land-and-ingest.ts';

interface CollectFeesContext extends LandingContext {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
}

/** The currencies whose vault holds fees to collect. */
export async function findCollectable({ chain }: CollectFeesContext): Promise<Currency[]> {
  const { sol, utility } = await chain.accounts.getVaults();
  const currencies: Currency[] = [];
  // The burn share of SOL stays for the buyback.
  if (sol.feesDeveloper > 0n) currencies.push('SOL');
  if (hasUtilityFees(utility)) currencies.push('UTILITY');
  return currencies;
}

function hasUtilityFees({ feesDeveloper, feesBurn }: Vault): boolean {
  return feesDeveloper > 0n || feesBurn > 0n;
}

export async function collectFees(context: CollectFeesContext, currency: Currency): Promise<void> {
  const instructions =
    currency === 'SOL' ? await collectSol(context) : await collectUtility(context);
  await landAndIngest(context, instructions, [context.keys.keeper]);
}

async function collectSol({ chain }: CollectFeesContext): Promise<Instruction[]> {
  const { treasury } = await chain.accounts.getConfig();
  const { config, vaultSol } = chain.addresses;
  const input = { config, vault: vaultSol, currency: ProgramCurrency.Sol, treasury } as const;
  return [getCollectFeesInstruction(input, { programAddress: chain.programAddress })];
}

async function collectUtility({ chain, keys }: CollectFeesContext): Promise<Instruction[]> {
  const { treasury } = await chain.accounts.getConfig();
  const utility = await chain.accounts.getUtility();
  const { config, vaultUtility, vaultToken } = chain.addresses;
  const treasuryToken = await findTokenAccount(treasury, utility);
  const input = {
    config,
    vault: vaultUtility,
    currency: ProgramCurrency.Utility,
    treasuryToken,
    vaultToken,
    ...utility,
  } as const;
  const collect = getCollectFeesInstruction(input, { programAddress: chain.programAddress });
  if (await accountExists(chain.rpc, treasuryToken)) return [collect];
  const create = getCreateAssociatedTokenIdempotentInstruction({
    payer: keys.keeper.signer,
    ata: treasuryToken,
    owner: treasury,
    mint: utility.utilityMint,
    tokenProgram: utility.tokenProgram,
  });
  return [create, collect];
}

async function accountExists(
  rpc: LandingContext['chain']['rpc'],
  address: Address,
): Promise<boolean> {
  return (await fetchEncodedAccount(rpc, address, { commitment: 'confirmed' })).exists;
}
