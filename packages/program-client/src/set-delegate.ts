import type { Address, TransactionSigner } from '@solana/kit';
import { getSetDelegateInstruction as getGeneratedInstruction } from './generated/instructions';
import { NO_ADDRESS, type ProgramInstruction, type ProgramOptions } from './program-instruction.ts';

const SETS_DELEGATE = 1;
const SETS_AUTO_WITHDRAW = 2;

export interface Delegation {
  delegate: Address;
  expiresAt: bigint;
  allowanceSol: bigint;
  allowanceUtility: bigint;
}

const NO_DELEGATION: Delegation = {
  delegate: NO_ADDRESS,
  expiresAt: 0n,
  allowanceSol: 0n,
  allowanceUtility: 0n,
};

export interface SetDelegateInput {
  wallet: TransactionSigner;
  bettor: Address;
  config: Address;
  /** Undefined keeps the delegate, null removes it. */
  delegation?: Delegation | null;
  /** Undefined keeps the setting. */
  autoWithdraw?: boolean;
}

export function getSetDelegateInstruction(
  { wallet, bettor, config, delegation, autoWithdraw }: SetDelegateInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const mask =
    (delegation === undefined ? 0 : SETS_DELEGATE) +
    (autoWithdraw === undefined ? 0 : SETS_AUTO_WITHDRAW);
  return getGeneratedInstruction(
    {
      wallet,
      bettor,
      config,
      mask,
      autoWithdraw: autoWithdraw ?? false,
      ...(delegation ?? NO_DELEGATION),
    },
    options,
  );
}
