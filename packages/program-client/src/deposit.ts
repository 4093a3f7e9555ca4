import type { Address, TransactionSigner } from '@solana/kit';
import type { UtilityToken } from './addresses.ts';
import { getDepositInstruction as getGeneratedInstruction } from './generated/instructions';
import { Currency } from './generated/types';
import {
  type ProgramInstruction,
  type ProgramOptions,
  SYSTEM_PROGRAM_ADDRESS,
} from './program-instruction.ts';

interface Deposit {
  /** The payer. Anyone may deposit for a bettor. */
  authority: TransactionSigner;
  vault: Address;
  bettor: Address;
  amount: bigint;
}

export type DepositInput =
  | (Deposit & { currency: Currency.Sol })
  | (Deposit &
      UtilityToken & {
        currency: Currency.Utility;
        sourceToken: Address;
        vaultToken: Address;
      });

export function getDepositInstruction(
  input: DepositInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const system = input.currency === Currency.Sol && { systemProgram: SYSTEM_PROGRAM_ADDRESS };
  return getGeneratedInstruction({ ...input, ...system }, options);
}
