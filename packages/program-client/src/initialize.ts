import type { Address, TransactionSigner } from '@solana/kit';
import type { UtilityToken } from './addresses.ts';
import { getInitializeInstruction as getGeneratedInstruction } from './generated/instructions';
import { TOTE_PROGRAM_ADDRESS } from './generated/programs';
import type { TermsArgs } from './generated/types';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

export interface InitializeInput extends UtilityToken {
  upgradeAuthority: TransactionSigner;
  payer: TransactionSigner;
  admin: TransactionSigner;
  config: Address;
  vaultSol: Address;
  vaultUtility: Address;
  vaultToken: Address;
  programData: Address;
  /** Lamports per lot of the buyback. */
  lot: bigint;
  /** UTILITY base units per lot. */
  firstPrice: bigint;
  roundSeconds: bigint;
  terms: TermsArgs;
  knownPrograms: readonly Address[];
}

export function getInitializeInstruction(
  input: InitializeInput,
  options?: ProgramOptions,
): ProgramInstruction {
  return getGeneratedInstruction(
    {
      ...input,
      program: options?.programAddress ?? TOTE_PROGRAM_ADDRESS,
      knownProgramCount: input.knownPrograms.length,
      knownPrograms: [...input.knownPrograms],
    },
    options,
  );
}
