// Deposit and withdrawal instructions. Their accounts depend on the currency.
import type { Address, TransactionSigner } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Currency } from '@tote/domain';
import {
  getDepositInstruction,
  getWithdrawInstruction,
  Currency as ProgramCurrency,
  type ProgramInstruction,
  type UtilityToken,
} from '@tote/program-client';

type MoneyChain = Pick<Chain, 'addresses' | 'programAddress'>;

interface MoneyMove {
  readonly authority: TransactionSigner;
  readonly bettor: Address;
  readonly currency: Currency;
  readonly amount: bigint;
  /** Of the wallet; only for UTILITY. */
  readonly tokenAccount: Address;
  readonly utility: UtilityToken;
}

export function depositInstruction(
  { addresses, programAddress }: MoneyChain,
  { authority, bettor, currency, amount, tokenAccount, utility }: MoneyMove,
): ProgramInstruction {
  const { vaultSol, vaultUtility, vaultToken } = addresses;
  const shared = { authority, bettor, amount };
  if (currency === 'SOL') {
    const sol = { ...shared, vault: vaultSol, currency: ProgramCurrency.Sol } as const;
    return getDepositInstruction(sol, { programAddress });
  }
  const tokens = { ...utility, sourceToken: tokenAccount, vaultToken, vault: vaultUtility };
  const input = { ...shared, ...tokens, currency: ProgramCurrency.Utility } as const;
  return getDepositInstruction(input, { programAddress });
}

export function withdrawInstruction(
  { addresses, programAddress }: MoneyChain,
  wallet: Address,
  { authority, bettor, currency, amount, tokenAccount, utility }: MoneyMove,
): ProgramInstruction {
  const { vaultSol, vaultUtility, vaultToken } = addresses;
  const shared = { authority, wallet, bettor, amount };
  if (currency === 'SOL') {
    const sol = { ...shared, vault: vaultSol, currency: ProgramCurrency.Sol } as const;
    return getWithdrawInstruction(sol, { programAddress });
  }
  const tokens = { ...utility, walletToken: tokenAccount, vaultToken, vault: vaultUtility };
  const input = { ...shared, ...tokens, currency: ProgramCurrency.Utility } as const;
  return getWithdrawInstruction(input, { programAddress });
}
