import type { Address, TransactionSigner } from '@solana/kit';
import type { UtilityToken } from './addresses.ts';
import { getWithdrawInstruction as getGeneratedInstruction } from './generated/instructions';
import { Currency } from './generated/types';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  type ProgramInstruction,
  type ProgramOptions,
  SYSTEM_PROGRAM_ADDRESS,
} from './program-instruction.ts';

interface Withdrawal {
  /** The wallet, or anyone if the wallet chose auto_withdraw. */
  authority: TransactionSigner;
  vault: Address;
  bettor: Address;
  wallet: Address;
  amount: bigint;
}

export type WithdrawInput =
  | (Withdrawal & { currency: Currency.Sol })
  | (Withdrawal &
      UtilityToken & {
        currency: Currency.Utility;
        /** The associated token account; if the wallet signs, any of its token accounts. */
        walletToken: Address;
        vaultToken: Address;
      });

export function getWithdrawInstruction(
  input: WithdrawInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const programs = input.currency === Currency.Utility && {
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
    systemProgram: SYSTEM_PROGRAM_ADDRESS,
  };
  return getGeneratedInstruction({ ...input, ...programs }, options);
}
