// Deposit and withdrawal instructions. Their accounts depend on the currency.
import type { Address, TransactionSigner } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Amount, Currency } from '@tote/domain';
import {
  getDepositInstruction,
  getWithdrawInstruction,
  Currency as ProgramCurrency,
  type ProgramInstruction,
  type UtilityToken,
} from '@tote/program-client';

type MoneyChain = Pick<Chain, 'addresses' | 'programAddress'>;

interface MoneyMove extends UtilityToken {
  readonly currency: Currency;
  readonly amount: Amount;
  readonly wallet: TransactionSigner;
  readonly bettor: Address;
  /** Of the wallet; only for UTILITY. */
  readonly tokenAccount: Address;
}

export function depositInstruction(
  { addresses, programAddress }: MoneyChain,
  move: MoneyMove,
): ProgramInstruction {
  const { currency, amount, wallet, bettor, tokenAccount, utilityMint, tokenProgram } = move;
  const { vaultSol, vaultUtility, vaultToken } = addresses;
  const shared = { authority: wallet, bettor, amount };
  const sol = { ...shared, vault: vaultSol, currency: ProgramCurrency.Sol } as const;
  const tokens = { sourceToken: tokenAccount, vaultToken, utilityMint, tokenProgram };
  const utility = {
    ...{ ...shared, ...tokens, vault: vaultUtility },
    currency: ProgramCurrency.Utility,
  } as const;
  return getDepositInstruction(currency === 'SOL' ? sol : utility, { programAddress });
}

export function withdrawInstruction(
  { addresses, programAddress }: MoneyChain,
  move: MoneyMove,
): ProgramInstruction {
  const { currency, amount, wallet, bettor, tokenAccount, utilityMint, tokenProgram } = move;
  const { vaultSol, vaultUtility, vaultToken } = addresses;
  const shared = { authority: wallet, wallet: wallet.address, bettor, amount };
  const sol = { ...shared, vault: vaultSol, currency: ProgramCurrency.Sol } as const;
  const tokens = { walletToken: tokenAccount, vaultToken, utilityMint, tokenProgram };
  const utility = {
    ...{ ...shared, ...tokens, vault: vaultUtility },
    currency: ProgramCurrency.Utility,
  } as const;
  return getWithdrawInstruction(currency === 'SOL' ? sol : utility, { programAddress });
}
