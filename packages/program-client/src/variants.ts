// Instructions with several variants, or with lists: each takes what it needs and fills in the rest.
import type { Address, ReadonlyUint8Array, TransactionSigner } from '@solana/kit';
import type { UtilityToken } from './addresses.ts';
import * as generated from './generated/instructions';
import { TOTE_PROGRAM_ADDRESS } from './generated/programs';
import { Currency, Outcome } from './generated/types';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  type ProgramInstruction,
  type ProgramOptions,
  SYSTEM_PROGRAM_ADDRESS,
} from './program-instruction.ts';

interface KnownPrograms {
  knownPrograms: readonly Address[];
}

const countPrograms = ({ knownPrograms }: KnownPrograms) => ({
  knownProgramCount: knownPrograms.length,
  knownPrograms: [...knownPrograms],
});

/** `lot` is in lamports, `firstPrice` in base units of UTILITY for a lot of the buyback. */
export interface InitializeInput
  extends KnownPrograms,
    Omit<
      generated.InitializeInput,
      'program' | 'systemProgram' | 'knownProgramCount' | 'knownPrograms'
    > {}

export function getInitializeInstruction(
  input: InitializeInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const program = options?.programAddress ?? TOTE_PROGRAM_ADDRESS;
  return generated.getInitializeInstruction(
    { ...input, program, ...countPrograms(input) },
    options,
  );
}

/** `newAdmin` is the current admin, or the new one for a handover. */
export interface UpdateConfigInput
  extends KnownPrograms,
    Omit<generated.UpdateConfigInput, 'knownProgramCount' | 'knownPrograms'> {}

export function getUpdateConfigInstruction(
  input: UpdateConfigInput,
  options?: ProgramOptions,
): ProgramInstruction {
  return generated.getUpdateConfigInstruction({ ...input, ...countPrograms(input) }, options);
}

export interface CloseBettorInput
  extends Pick<generated.CloseBettorInput, 'wallet' | 'bettor' | 'rentPayer'> {
  /** If set, small remainders of both balances are left to these vaults. */
  forfeitTo?: { vaultSol: Address; vaultUtility: Address };
}

export function getCloseBettorInstruction(
  { forfeitTo, ...input }: CloseBettorInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const forfeit = forfeitTo !== undefined;
  return generated.getCloseBettorInstruction({ ...input, ...forfeitTo, forfeit }, options);
}

/** In SOL it takes no more accounts, in UTILITY these and those of the mint. */
type InCurrency<Utility> =
  | { currency: Currency.Sol }
  | ({ currency: Currency.Utility; vaultToken: Address } & UtilityToken & Utility);

interface Deposit {
  /** The payer. Anyone may deposit for a bettor. */
  authority: TransactionSigner;
  vault: Address;
  bettor: Address;
  amount: bigint;
}

export type DepositInput = Deposit & InCurrency<{ sourceToken: Address }>;

export function getDepositInstruction(
  input: DepositInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const system = input.currency === Currency.Sol && { systemProgram: SYSTEM_PROGRAM_ADDRESS };
  return generated.getDepositInstruction({ ...input, ...system }, options);
}

/** `authority` is the wallet, or anyone if the wallet chose auto_withdraw. */
interface Withdrawal extends Deposit {
  wallet: Address;
}

/** `walletToken` is the associated token account; if the wallet signs, any of its token accounts. */
export type WithdrawInput = Withdrawal & InCurrency<{ walletToken: Address }>;

export function getWithdrawInstruction(
  input: WithdrawInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const programs = input.currency === Currency.Utility && {
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
    systemProgram: SYSTEM_PROGRAM_ADDRESS,
  };
  return generated.getWithdrawInstruction({ ...input, ...programs }, options);
}

export type CollectFeesInput = { config: Address; vault: Address } & (
  | { currency: Currency.Sol; treasury: Address }
  | ({ currency: Currency.Utility; treasuryToken: Address; vaultToken: Address } & UtilityToken)
);

export function getCollectFeesInstruction(
  input: CollectFeesInput,
  options?: ProgramOptions,
): ProgramInstruction {
  return generated.getCollectFeesInstruction(input, options);
}

export type ResolveMarketInput =
  | {
      market: Address;
      oracle: TransactionSigner;
      config: Address;
      outcome: Outcome.Yes | Outcome.No;
      evidenceHash: ReadonlyUint8Array;
    }
  | { market: Address; observedAccount: Address };

export function getResolveMarketInstruction(
  input: ResolveMarketInput,
  options?: ProgramOptions,
): ProgramInstruction {
  if ('oracle' in input) {
    return generated.getResolveMarketInstruction({ ...input, witness: input.oracle }, options);
  }
  const { market, observedAccount: witness } = input;
  const none = { outcome: Outcome.None, evidenceHash: null };
  return generated.getResolveMarketInstruction({ market, witness, ...none }, options);
}
