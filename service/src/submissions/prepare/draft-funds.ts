import type { Address, TransactionSigner } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { largest, smallest } from '@tote/chain/lib/bigints';
import { readWalletToken, type WalletToken } from '@tote/conditions/oracles/wallet-token';
import {
  type Amount,
  addAmounts,
  amount,
  amountsOf,
  type Currency,
  DomainError,
  formatMoney,
  tokenAccountBytes,
  ZERO,
} from '@tote/domain';
import {
  type Bettor,
  findTokenAccount,
  getDepositInstruction,
  getWithdrawInstruction,
  Currency as ProgramCurrency,
  type UtilityToken,
} from '@tote/program-client';
import type { CommandContext } from '../context.ts';
import { DEPOSIT_CALL } from '../records.ts';

export class DraftFunds {
  readonly tokenAccount: Address;
  readonly #context: CommandContext;
  readonly #wallet: Record<Currency, bigint>;
  readonly #balance: Record<Currency, bigint>;
  readonly #sweepable: Record<Currency, bigint>;
  readonly withdrawn: Record<Currency, Amount> = { SOL: ZERO, UTILITY: ZERO };
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
    this.#balance = amountsOf(account?.available);
    this.#sweepable = amountsOf(account?.sweepable);
  }

  available(currency: Currency): Amount {
    return amount(this.#balance[currency]);
  }

  /** Winnings in the balance that are sent to a wallet that chooses `autoWithdraw`. */
  sweepable(currency: Currency): Amount {
    return amount(this.#sweepable[currency]);
  }

  /** A sweep creates no token account. */
  canReceive(currency: Currency): boolean {
    return currency === 'SOL' || this.#hasTokenAccount;
  }

  deposit(currency: Currency, value: Amount): void {
    if (this.#wallet[currency] < value) this.#throwInsufficient(currency, value);
    if (currency === 'UTILITY' && this.#token?.isCpiGuarded) {
      throw new DomainError('token_account_guarded');
    }
    this.#wallet[currency] -= value;
    this.#balance[currency] += value;
  }

  async withdraw(currency: Currency, value: Amount, to?: Address): Promise<void> {
    this.take(currency, value);
    this.withdrawn[currency] = addAmounts(this.withdrawn[currency], value);
    if (currency === 'UTILITY' && !to && this.#token?.requiresMemo) {
      throw new DomainError('token_account_requires_memo');
    }
    const creates = currency === 'UTILITY' && !to && !this.#hasTokenAccount;
    if (creates) await this.payRent(tokenAccountBytes(this.#context.config.tokenProgram));
    this.#hasTokenAccount ||= creates;
    if (!to || to === this.tokenAccount) this.#wallet[currency] += value;
  }

  take(currency: Currency, value: Amount): void {
    if (this.#balance[currency] < value) {
      throw new DomainError('funds_insufficient', {
        available: this.money(this.available(currency), currency),
        required: this.money(value, currency),
        call: DEPOSIT_CALL,
      });
    }
    this.#balance[currency] -= value;
    this.#sweepable[currency] = smallest(this.#sweepable[currency], this.#balance[currency]);
  }

  /** The chain takes it before anything else happens. */
  payFee(lamports: bigint): void {
    if (this.#wallet.SOL < lamports) this.#throwInsufficient('SOL', amount(lamports));
    this.#wallet.SOL -= lamports;
    this.#feesPaid += lamports;
  }

  async spareForFees(): Promise<bigint> {
    const atFirst = this.#lamportsBefore - this.#feesPaid;
    const atLast = this.#wallet.SOL;
    return largest(0n, smallest(atFirst, atLast) - (await this.rentFor(0n)));
  }

  /** `isWholeAccount`: the account is new. */
  async payRent(bytes: bigint, isWholeAccount = true): Promise<void> {
    const whole = await this.rentFor(bytes);
    const rent = isWholeAccount ? whole : whole - (await this.rentFor(0n));
    if (this.#wallet.SOL < rent) this.#throwInsufficient('SOL', amount(rent));
    this.#wallet.SOL -= rent;
  }

  async rentFor(bytes: bigint): Promise<bigint> {
    return this.#context.chain.rpc.getMinimumBalanceForRentExemption(bytes).send();
  }

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

interface MoneyMove {
  readonly authority: TransactionSigner;
  readonly bettor: Address;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly tokenAccount: Address;
  readonly utility: UtilityToken;
}

type MoneyChain = Pick<Chain, 'addresses' | 'programAddress'>;

export function depositInstruction(chain: MoneyChain, move: MoneyMove) {
  const side = sideOf(chain, move);
  if ('vaultToken' in side) {
    return getDepositInstruction({ ...side, sourceToken: move.tokenAccount }, chain);
  }
  return getDepositInstruction(side, chain);
}

export function withdrawInstruction(chain: MoneyChain, wallet: Address, move: MoneyMove) {
  const side = { ...sideOf(chain, move), wallet };
  if ('vaultToken' in side) {
    return getWithdrawInstruction({ ...side, walletToken: move.tokenAccount }, chain);
  }
  return getWithdrawInstruction(side, chain);
}

function sideOf({ addresses }: MoneyChain, move: MoneyMove) {
  const { authority, bettor, amount, currency, utility } = move;
  const { vaultSol, vaultUtility: vault, vaultToken } = addresses;
  const shared = { authority, bettor, amount };
  return currency === 'SOL'
    ? ({ ...shared, vault: vaultSol, currency: ProgramCurrency.Sol } as const)
    : ({ ...shared, ...utility, vault, vaultToken, currency: ProgramCurrency.Utility } as const);
}

export interface WalletFunds {
  readonly SOL: bigint;
  readonly tokenAccount: Address;
  readonly token: WalletToken | undefined;
}

export async function readWalletFunds(
  { chain, config }: { chain: Pick<Chain, 'rpc'>; config: UtilityToken },
  wallet: Address,
): Promise<WalletFunds> {
  const tokenAccount = await findTokenAccount(wallet, config);
  const { value } = await chain.rpc
    .getMultipleAccounts([wallet, tokenAccount], { commitment: 'confirmed', encoding: 'base64' })
    .send();
  const [own, token] = value;
  return {
    SOL: own?.lamports ?? 0n,
    tokenAccount,
    token: token ? readToken(config, tokenAccount, token) : undefined,
  };
}

export async function readTokenAccount(
  { chain, config }: { chain: Pick<Chain, 'rpc'>; config: UtilityToken },
  account: Address,
): Promise<WalletToken | undefined> {
  const { value } = await chain.rpc
    .getAccountInfo(account, { commitment: 'confirmed', encoding: 'base64' })
    .send();
  return value ? readToken(config, account, value) : undefined;
}

function readToken(
  { utilityMint }: UtilityToken,
  address: Address,
  { owner, data: [base64] }: { owner: Address; data: readonly [string, string] },
): WalletToken | undefined {
  const data = new Uint8Array(Buffer.from(base64, 'base64'));
  return readWalletToken(utilityMint, { address, owner, data });
}
