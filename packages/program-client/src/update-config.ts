import type { Address, TransactionSigner } from '@solana/kit';
import { getUpdateConfigInstruction as getGeneratedInstruction } from './generated/instructions';
import type { TermsArgs } from './generated/types';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

export interface UpdateConfigInput {
  admin: TransactionSigner;
  /** The current admin, or the new one for a handover. */
  newAdmin: TransactionSigner;
  config: Address;
  terms: TermsArgs;
  knownPrograms: readonly Address[];
}

export function getUpdateConfigInstruction(
  input: UpdateConfigInput,
  options?: ProgramOptions,
): ProgramInstruction {
  return getGeneratedInstruction(
    {
      ...input,
      knownProgramCount: input.knownPrograms.length,
      knownPrograms: [...input.knownPrograms],
    },
    options,
  );
}
