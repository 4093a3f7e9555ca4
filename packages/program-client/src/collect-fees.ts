import type { Address } from '@solana/kit';
import { getCollectFeesInstruction as getGeneratedInstruction } from './generated/instructions';
import { Currency } from './generated/types';
import {
  type ProgramInstruction,
  type ProgramOptions,
  TOKEN_PROGRAM_ADDRESS,
} from './program-instruction.ts';

export type CollectFeesInput = { config: Address; vault: Address } & (
  | { currency: Currency.Sol; treasury: Address }
  | {
      currency: Currency.Utility;
      treasuryToken: Address;
      vaultToken: Address;
      utilityMint: Address;
      /** The mint's token program: the classic one unless it is said. */
      tokenProgram?: Address;
    }
);

export function getCollectFeesInstruction(
  input: CollectFeesInput,
  options?: ProgramOptions,
): ProgramInstruction {
  if (input.currency === Currency.Sol) return getGeneratedInstruction(input, options);
  const { tokenProgram = TOKEN_PROGRAM_ADDRESS } = input;
  return getGeneratedInstruction({ ...input, tokenProgram }, options);
}
