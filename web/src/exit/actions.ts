// Every action of this screen: as one sentence, and as instructions of the program.
import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { CURRENCIES, type Currency as CurrencyName } from '@tote/domain';
import {
  Currency,
  getCloseBettorInstruction,
  getCloseMarketInstruction,
  getRefundMarketInstruction,
  getResolveMarketInstruction,
  getSetDelegateInstruction,
  getSettlePositionsInstruction,
  getVetoMarketInstruction,
  getWithdrawInstruction,
} from '@tote/program-client';
import { fromBaseUnits } from '@tote/sdk';
import { withCurrency } from '../format/amounts.ts';
import type { Deployment } from './chain/deployment.ts';
import type { Holdings } from './chain/holdings.ts';
import type { ChainMarket, OpenPosition } from './chain/markets.ts';

export interface Action {
  readonly title: string;
  readonly sentence: string;
  readonly instructions: readonly Instruction[];
}

export const money = (
  units: bigint,
  currency: CurrencyName,
  { decimals }: Pick<Deployment, 'decimals'>,
): string => withCurrency(fromBaseUnits(units, decimals[currency]), currency);

export function withdraw(
  deployment: Deployment,
  holdings: Holdings,
  { currency, units }: { readonly currency: CurrencyName; readonly units: bigint },
): Action {
  const { program, addresses, utilityMint, tokenProgram } = deployment;
  const { wallet, bettorAddress: bettor, walletToken, hasTokenAccount } = holdings;
  const shared = { authority: createNoopSigner(wallet), bettor, wallet, amount: units };
  const isSol = currency === 'SOL';
  const instruction = getWithdrawInstruction(
    isSol
      ? { ...shared, currency: Currency.Sol, vault: addresses.vaultSol }
      : {
          ...{ ...shared, currency: Currency.Utility, vault: addresses.vaultUtility },
          ...{ walletToken, utilityMint, tokenProgram, vaultToken: addresses.vaultToken },
        },
    { programAddress: program },
  );
  const newAccount = ' It also opens your token account, whose rent you pay.';
  return {
    title: `Withdraw ${currency}`,
    sentence:
      `${money(units, currency, deployment)} go from the program to your own wallet.` +
      (isSol || hasTokenAccount ? '' : newAccount),
    instructions: [instruction],
  };
}

export const revoke = (
  { program, addresses }: Deployment,
  { wallet, bettorAddress: bettor }: Holdings,
): Action => ({
  title: 'Revoke the allowance',
  sentence: 'From now on nobody but your wallet can bet with your money.',
  instructions: [
    getSetDelegateInstruction(
      {
        ...{ wallet: createNoopSigner(wallet), bettor, delegation: null },
        config: addresses.config,
      },
      { programAddress: program },
    ),
  ],
});

export const isClosable = ({ forfeitBelow }: Deployment, { bettor, positions }: Holdings) =>
  positions.length === 0 &&
  bettor !== undefined &&
  bettor.available.every((units, index) => units < (forfeitBelow[index] ?? 0n));

export function listForfeits(deployment: Deployment, { bettor }: Holdings): string {
  const left = CURRENCIES.flatMap((currency, index) => {
    const units = bettor?.available[index] ?? 0n;
    return units > 0n ? [money(units, currency, deployment)] : [];
  });
  return left.join(' and ');
}

export function closeAccount(deployment: Deployment, holdings: Holdings): Action {
  const { program, addresses } = deployment;
  const { wallet, bettorAddress, bettor } = holdings;
  const rentPayer = bettor?.rentPayer ?? wallet;
  const forfeits = listForfeits(deployment, holdings);
  const deleted =
    rentPayer === wallet
      ? 'Your account in the program is deleted, and its rent is returned to your wallet.'
      : 'Your account in the program is deleted. Its rent goes back to whoever paid it: ' +
        `${rentPayer}. The part that your wallet paid is returned to you.`;
  return {
    title: 'Close your account',
    sentence: forfeits ? `${deleted} You give up ${forfeits}.` : deleted,
    instructions: [
      getCloseBettorInstruction(
        {
          ...{ wallet: createNoopSigner(wallet), bettor: bettorAddress, rentPayer },
          ...(forfeits && { forfeitTo: addresses }),
        },
        { programAddress: program },
      ),
    ],
  };
}

const POSITIONS_AT_ONCE = 24;

const settleInstruction = (
  { program }: Deployment,
  market: Address,
  positions: readonly { readonly bettor: Address; readonly slot?: number }[],
) => getSettlePositionsInstruction({ market, positions }, { programAddress: program });

const refundInstruction = ({ program, addresses }: Deployment, market: Address) =>
  getRefundMarketInstruction({ market, config: addresses.config }, { programAddress: program });

export const MARKETS_AT_ONCE = 12;

/** The wallet's positions in markets that have ended; overdue ones are refunded first. */
export function collect(
  deployment: Deployment,
  { bettorAddress }: Holdings,
  markets: readonly { readonly market: ChainMarket; readonly isRefundDue: boolean }[],
): Action {
  const now = markets.slice(0, MARKETS_AT_ONCE);
  return {
    title: now.length === 1 ? 'Settle your position' : `Settle ${now.length} positions`,
    sentence:
      'The program pays what your positions are due into your balance there. ' +
      'Withdraw it afterwards.',
    instructions: now.flatMap(({ market: { address }, isRefundDue }) => [
      ...(isRefundDue ? [refundInstruction(deployment, address)] : []),
      settleInstruction(deployment, address, [{ bettor: bettorAddress }]),
    ]),
  };
}

/** For others: anybody may do it, and everybody gets exactly what the program computes. */
export function settleOthers(
  deployment: Deployment,
  market: ChainMarket,
  positions: readonly OpenPosition[],
): Action {
  const now = positions.slice(0, POSITIONS_AT_ONCE);
  return {
    title: `Settle ${now.length} of ${positions.length} positions`,
    sentence:
      'The program pays these bettors what they are due, into their balances. ' +
      'You pay only the fee of the transaction.',
    instructions: [settleInstruction(deployment, market.address, now)],
  };
}

export const refund = (deployment: Deployment, { address }: ChainMarket): Action => ({
  title: 'Refund the market',
  sentence:
    'This market can no longer be decided, so all stakes are refunded. ' +
    'Afterwards its positions can be settled.',
  instructions: [refundInstruction(deployment, address)],
});

/** Anybody may veto an outcome of a disabled oracle. */
export const veto = (
  { program, addresses }: Deployment,
  { wallet }: Holdings,
  { address: market }: ChainMarket,
): Action => ({
  title: 'Veto the outcome',
  sentence:
    'The oracle of this market is disabled, so its outcome is void and all stakes are refunded. ' +
    'Afterwards its positions can be settled.',
  instructions: [
    getVetoMarketInstruction(
      { authority: createNoopSigner(wallet), config: addresses.config, market },
      { programAddress: program },
    ),
  ],
});

export const resolve = (
  { program }: Deployment,
  { address }: ChainMarket,
  observedAccount: Address,
): Action => ({
  title: 'Decide the market',
  sentence: `The program reads the account ${observedAccount} and decides by what is in it.`,
  instructions: [
    getResolveMarketInstruction({ market: address, observedAccount }, { programAddress: program }),
  ],
});

export const closeMarket = (
  { program, addresses }: Deployment,
  { address, account, currency }: ChainMarket,
): Action => ({
  title: 'Close the market',
  sentence:
    'Its fees move to the vault, and when it has expired its account is deleted. ' +
    `The rent goes back to whoever paid it: ${account.rentPayer}.`,
  instructions: [
    getCloseMarketInstruction(
      {
        market: address,
        vault: currency === 'SOL' ? addresses.vaultSol : addresses.vaultUtility,
        rentPayer: account.rentPayer,
      },
      { programAddress: program },
    ),
  ],
});
