// Tracks the money of a draft: what the wallet and its balance would hold after each step.
import type { Address } from '@solana/kit';
import { largest, smallest } from '@tote/chain/lib/bigints';
import {
  type Amount,
  addAmounts,
  amount,
  type Currency,
  DomainError,
  formatMoney,
  tokenAccountBytes,
  ZERO,
} from '@tote/domain';
import type { Bettor } from '@tote/program-client';
import type { CommandContext } from '../context.ts';
import type { WalletFunds, WalletToken } from './wallet-funds.ts';

export class DraftFunds {
  /** The wallet's associated token account. */
  readonly tokenAccount: Address;
  readonly #context: CommandContext;
  /** In the wallet itself. */
  readonly #wallet: Record<Currency, bigint>;
  /** In the Bettor account. */
  readonly #balance: Record<Currency, bigint>;
  readonly #withdrawn: Record<Currency, Amount> = { SOL: ZERO, UTILITY: ZERO };
  readonly #lamportsBefore: bigint;
  #feesPaid = 0n;
  readonly #token: WalletToken | undefined;
  #hasTokenAccount: boolean;

  constructor(context: CommandContext, account: Bettor | null, wallet: WalletFunds) {
    this.#context = context;
    this.tokenAccount = wallet.tokenAccount;
    this.#token = wallet.token;
    this.#hasTokenAccount = wallet.token !== undefined;
    this.#wallet = { SOL: wallet.SOL, UTILITY: wallet.token?.amount ?? 0n };
    this.#lamportsBefore = wallet.SOL;
    const [SOL = 0n, UTILITY = 0n] = account?.available ?? [];
    this.#balance = { SOL, UTILITY };
  }

  /** What the balance holds. */
  available(currency: Currency): Amount {
    return amount(this.#balance[currency]);
  }

  /** Moves an amount from the wallet to the balance. */
  deposit(currency: Currency, value: Amount): void {
    if (this.#wallet[currency] < value) this.#throwInsufficient(currency, value);
    if (currency === 'UTILITY' && this.#token?.isCpiGuarded) {
      throw new DomainError('token_account_guarded');
    }
    this.#wallet[currency] -= value;
    this.#balance[currency] += value;
  }

  /** The sums of all withdrawals. */
  get withdrawn(): Readonly<Record<Currency, Amount>> {
    return this.#withdrawn;
  }

  /** Moves an amount from the balance to the wallet; `to`: to another token account of it. */
  async withdraw(currency: Currency, value: Amount, to?: Address): Promise<void> {
    this.take(currency, value);
    this.#withdrawn[currency] = addAmounts(this.#withdrawn[currency], value);
    if (currency === 'UTILITY' && !to && this.#token?.requiresMemo) {
      throw new DomainError('token_account_requires_memo');
    }
    const creates = currency === 'UTILITY' && !to && !this.#hasTokenAccount;
    if (creates) await this.payRent(tokenAccountBytes(this.#context.config.tokenProgram));
    this.#hasTokenAccount ||= creates;
    if (!to || to === this.tokenAccount) this.#wallet[currency] += value;
  }

  /** Takes an amount out of the balance; throws if it holds less. */
  take(currency: Currency, value: Amount): void {
    if (this.#balance[currency] < value) {
      throw new DomainError('funds_insufficient', {
        available: this.money(this.available(currency), currency),
        required: this.money(value, currency),
      });
    }
    this.#balance[currency] -= value;
  }

  /** The chain takes it before anything else happens. */
  payFee(lamports: bigint): void {
    if (this.#wallet.SOL < lamports) this.#throwInsufficient('SOL', amount(lamports));
    this.#wallet.SOL -= lamports;
    this.#feesPaid += lamports;
  }

  /** How much more the wallet can pay in fees. */
  async spareForFees(): Promise<bigint> {
    const atFirst = this.#lamportsBefore - this.#feesPaid;
    const atLast = this.#wallet.SOL;
    return largest(0n, smallest(atFirst, atLast) - (await this.rentFor(0n)));
  }

  /** From the wallet; throws if it holds less. `isWholeAccount`: the account is new. */
  async payRent(bytes: bigint, isWholeAccount = true): Promise<void> {
    const whole = await this.rentFor(bytes);
    const rent = isWholeAccount ? whole : whole - (await this.rentFor(0n));
    if (this.#wallet.SOL < rent) this.#throwInsufficient('SOL', amount(rent));
    this.#wallet.SOL -= rent;
  }

  async rentFor(bytes: bigint): Promise<bigint> {
    return this.#context.chain.rpc.getMinimumBalanceForRentExemption(bytes).send();
  }

  /** A wallet may end up with no coins, but not with fewer than the rent of an account. */
  async checkRent(): Promise<void> {
    const left = this.#wallet.SOL;
    if (left === 0n || left === this.#lamportsBefore) return;
    const least = await this.rentFor(0n);
    if (left >= least) return;
    throw new DomainError('wallet_funds_insufficient', {
      available: `${this.money(amount(left), 'SOL')} after it`,
      required: `${this.money(amount(least), 'SOL')} to stay, or nothing at all`,
    });
  }

  money(value: Amount, currency: Currency): string {
    return formatMoney(value, currency, this.#context.config.decimals[currency]);
  }

  #throwInsufficient(currency: Currency, required: Amount): never {
    throw new DomainError('wallet_funds_insufficient', {
      available: this.money(amount(this.#wallet[currency]), currency),
      required: this.money(required, currency),
    });
  }
}
