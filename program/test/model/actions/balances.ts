import type { Currency } from '@tote/program-client';
import { utilityAddress } from '../../support/build.ts';
import { addresses, keys } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import { withAccount } from '../../support/tamper.ts';
import { TOKEN_ACCOUNT_BYTES } from '../../support/tokens.ts';
import {
  addCoins,
  addLamports,
  addTokens,
  coinsOf,
  debit,
  openAccount,
  vaultOf,
} from '../coins.ts';
import { secondToken } from '../create-model.ts';
import type { Bettor, Model } from '../model.ts';
import { requireAll, type Transaction } from '../plan.ts';

const OWED_MAX = 2n ** 63n - 1n;

export interface BalanceArgs {
  bettor: Bettor;
  currency: Currency;
  amount: bigint;
  /** Pays a deposit, or asks for a withdrawal. */
  authority: Key;
}

export function deposit(model: Model, args: BalanceArgs): Transaction {
  const { bettor, currency, amount, authority } = args;
  return {
    kind: `deposit ${authority === bettor.key ? 'by the wallet' : 'by somebody else'}`,
    build: (world) => world.build.deposit(bettor.key, currency, amount, { authority }),
    apply() {
      const vault = vaultOf(model, currency);
      requireAll({
        ZeroAmount: amount > 0n,
        WrongOwner: bettor.account !== null,
        TotalTooLarge: vault.owed + amount <= OWED_MAX,
        other: coinsOf(model, authority, currency) >= amount,
      });
      const account = openAccount(bettor);
      addCoins(model, authority, currency, -amount);
      vault.owed += amount;
      if (currency === 1) addTokens(model, addresses.vaultToken, amount);
      account.available[currency] += amount;
      const available = account.available[currency];
      const { owed } = vault;
      return { name: 'Deposited', currency, bettor: bettor.address, amount, available, owed };
    },
  };
}

export interface WithdrawArgs extends BalanceArgs {
  /** UTILITY to alice's second token account, whoever withdraws. */
  isElsewhere?: boolean;
}

const WALLET_TOKEN_INDEX = 4;

/** To the wallet. Signed by anybody else it is a sweep. */
export function withdraw(model: Model, args: WithdrawArgs): Transaction {
  const { bettor, currency, amount, authority } = args;
  const swept = authority !== bettor.key;
  const isElsewhere = args.isElsewhere === true && currency === 1;
  const destination = isElsewhere ? secondToken : utilityAddress(bettor.key);
  return {
    kind: `withdraw${swept ? ' (sweep)' : ''}${isElsewhere ? ' elsewhere' : ''}`,
    build: (world) => {
      const built = world.build.withdraw(bettor.key, currency, amount, { authority });
      return isElsewhere ? withAccount(built, WALLET_TOKEN_INDEX, destination) : built;
    },
    apply() {
      requireAll({ ZeroAmount: amount > 0n, WrongOwner: bettor.account !== null });
      const account = openAccount(bettor);
      const hasTokenAccount = model.tokens.has(destination);
      requireAll({
        NotAutoWithdraw: !swept || account.isAutoWithdraw,
        SweepExceeded: !swept || account.sweepable[currency] >= amount,
        InsufficientFunds: account.available[currency] >= amount,
        TokenAccountMissing: !swept || currency === 0 || hasTokenAccount,
        // Whoever sweeps cannot choose; a wallet that signs chooses among its own accounts.
        WrongAddress: !isElsewhere || !swept,
        WrongTokenAccount: !isElsewhere || bettor.key === keys.alice,
      });
      if (currency === 1 && !hasTokenAccount) createTokenAccount(model, bettor.key);
      if (swept) account.sweepable[currency] -= amount;
      debit(account, currency, amount);
      const vault = vaultOf(model, currency);
      vault.owed -= amount;
      if (currency === 1) addTokens(model, addresses.vaultToken, -amount);
      if (isElsewhere) addTokens(model, destination, amount);
      else addCoins(model, bettor.key, currency, amount);
      const available = account.available[currency];
      const { owed } = vault;
      return {
        name: 'Withdrawn',
        currency,
        swept,
        bettor: bettor.address,
        amount,
        available,
        owed,
      };
    },
  };
}

/** A wallet that asks itself gets a token account if it has none; a sweep creates none. */
function createTokenAccount(model: Model, wallet: Key): void {
  addLamports(model, wallet.address, -model.rent(TOKEN_ACCOUNT_BYTES));
  model.tokens.set(utilityAddress(wallet), 0n);
  model.statistics.reach('token accounts created by a withdrawal');
}
