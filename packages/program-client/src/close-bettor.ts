import type { Address, TransactionSigner } from '@solana/kit';
import { getCloseBettorInstruction as getGeneratedInstruction } from './generated/instructions';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

export interface CloseBettorInput {
  wallet: TransactionSigner;
  bettor: Address;
  rentPayer: Address;
  /** If set, small remainders of both balances are left to these vaults. */
  forfeitTo?: { vaultSol: Address; vaultUtility: Address };
}

export function getCloseBettorInstruction(
  { forfeitTo, ...input }: CloseBettorInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const forfeit = forfeitTo !== undefined;
  return getGeneratedInstruction({ ...input, ...forfeitTo, forfeit }, options);
}
