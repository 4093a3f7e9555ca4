import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import {
  findBettorPda,
  findConfigPda,
  findMarketPda,
  findVaultPda,
  findVaultTokenPda,
  type MarketSeeds,
} from './generated/pdas';
import { Currency } from './generated/types';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, type ProgramOptions } from './program-instruction.ts';

/** The accounts that exist once per deployment. Derive them once and keep them. */
export interface ProgramAddresses {
  config: Address;
  vaultSol: Address;
  vaultUtility: Address;
  vaultToken: Address;
}

/** The mint of UTILITY. Mint and token program never change. */
export interface UtilityToken {
  readonly utilityMint: Address;
  /** Owns the mint: the classic Token program or Token-2022. */
  readonly tokenProgram: Address;
}

export async function findProgramAddresses(options?: ProgramOptions): Promise<ProgramAddresses> {
  const [config, vaultSol, vaultUtility, vaultToken] = await Promise.all([
    findConfigAddress(options),
    findVaultAddress(Currency.Sol, options),
    findVaultAddress(Currency.Utility, options),
    findVaultTokenAddress(options),
  ]);
  return { config, vaultSol, vaultUtility, vaultToken };
}

export async function findConfigAddress(options?: ProgramOptions): Promise<Address> {
  return (await findConfigPda(options))[0];
}

export async function findVaultAddress(
  currency: Currency,
  options?: ProgramOptions,
): Promise<Address> {
  return (await findVaultPda({ currency }, options))[0];
}

export async function findVaultTokenAddress(options?: ProgramOptions): Promise<Address> {
  return (await findVaultTokenPda(options))[0];
}

export async function findBettorAddress(
  wallet: Address,
  options?: ProgramOptions,
): Promise<Address> {
  return (await findBettorPda({ wallet }, options))[0];
}

export async function findMarketAddress(
  seeds: MarketSeeds,
  options?: ProgramOptions,
): Promise<Address> {
  return (await findMarketPda(seeds, options))[0];
}

export async function findTokenAccount(
  wallet: Address,
  { utilityMint, tokenProgram }: UtilityToken,
): Promise<Address> {
  const encoder = getAddressEncoder();
  const [found] = await getProgramDerivedAddress({
    programAddress: ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
    seeds: [wallet, tokenProgram, utilityMint].map((each) => encoder.encode(each)),
  });
  return found;
}
