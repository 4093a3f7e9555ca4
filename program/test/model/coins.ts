// The coins outside the program: lamports in wallets, UTILITY in token accounts.
import type { Address } from '@solana/kit';
import type { Currency } from '@tote/program-client';
import { utilityAddress } from '../support/build.ts';
import type { Key } from '../support/key.ts';
import type { Bettor, BettorAccount, Market, Model, Vault } from './model.ts';
import { require } from './plan.ts';

export function addLamports(model: Model, wallet: Address, amount: bigint): void {
  const before = model.lamports.get(wallet);
  if (before === undefined) throw new Error(`nobody counts the lamports of ${wallet}`);
  if (before + amount < 0n) throw new Error(`${wallet} has no ${-amount} lamports`);
  model.lamports.set(wallet, before + amount);
}

export function addTokens(model: Model, account: Address, amount: bigint): void {
  const before = model.tokens.get(account);
  if (before === undefined) throw new Error(`there is no token account ${account}`);
  if (before + amount < 0n) throw new Error(`${account} has no ${-amount} tokens`);
  model.tokens.set(account, before + amount);
}

/** What a wallet could pay with; nothing if it has no token account. */
export function coinsOf(model: Model, wallet: Key, currency: Currency): bigint {
  if (currency === 0) return model.lamports.get(wallet.address) ?? 0n;
  return model.tokens.get(utilityAddress(wallet)) ?? 0n;
}

export function addCoins(model: Model, wallet: Key, currency: Currency, amount: bigint): void {
  if (currency === 0) addLamports(model, wallet.address, amount);
  else addTokens(model, utilityAddress(wallet), amount);
}

export function vaultOf(model: Model, currency: Currency): Vault {
  return model.vaults[currency];
}

/** The account, or the error that the program meets when there is none. */
export function openAccount(bettor: Bettor): BettorAccount {
  require(bettor.account !== null, 'WrongOwner');
  return bettor.account;
}

export function liveMarket(market: Market): Market {
  require(!market.isGone, 'WrongOwner');
  return market;
}

/** Takes from the balance; what can be swept is never above what is left. */
export function debit(account: BettorAccount, currency: Currency, amount: bigint): void {
  const left = account.available[currency] - amount;
  if (left < 0n) throw new Error('the model took more than there is');
  account.available[currency] = left;
  if (account.sweepable[currency] > left) account.sweepable[currency] = left;
}
