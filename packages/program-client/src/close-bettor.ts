import type { Address, TransactionSigner } from '@solana/kit';
import { getCloseBettorInstruction as getGeneratedInstruction } from './generated/instructions';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

export interface CloseBettorInput {
  wallet: TransactionSigner;
  bettor: Address;
  rentPayer: Address;
  /** If set, a small rest of UTILITY goes to this vault and is burned. */
  vaultUtility?: Address;
}

export function getCloseBettorInstruction(
  input: CloseBettorInput,
  options?: ProgramOptions,
): ProgramInstruction {
  return getGeneratedInstruction({ ...input, forfeit: input.vaultUtility !== undefined }, options);
}
