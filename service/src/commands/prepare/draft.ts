// A transaction for a wallet while it is put together, and what the wallet would have after it:
// each step is checked against what the steps before it leave.
import {
  type Address,
  createNoopSigner,
  type Instruction,
  isAddress,
  isSignerRole,
  type TransactionSigner,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { SLOTS_MAX } from '@tote/chain/compute-units';
import { type Amount, amount, type Currency, DomainError, formatMoney } from '@tote/domain';
import {
  type Bettor,
  findBettorAddress,
  getCloseBettorInstruction,
  getGrowBettorInstruction,
  getOpenBettorInstruction,
  getSetDelegateInstruction,
  type ProgramOptions,
  type SetDelegateInput,
} from '@tote/program-client';
import type { PrepareContext } from '../../submissions/wallet/context.ts';
import { depositInstruction, withdrawInstruction } from './money.ts';
import { isTokenAccountOf, readWalletFunds, type WalletFunds } from './wallet-funds.ts';

/** Positions in so many markets at once; each costs 48 bytes of rent. */
const SLOTS_WE_PAY = 64;
const SLOTS_WALLET_PAYS = 16;
export const SLOTS_AT_ONCE_MAX = 200;
const BETTOR_BYTES = 216n;
const SLOT_BYTES = 48n;
const TOKEN_ACCOUNT_BYTES = 165n;

/** Limits with room, by docs/compute-units.md: finding an address may take many tries. */
const UNITS = {
  base: 1_000,
  open: 40_000,
  grow: 10_000,
  deposit: 10_000,
  withdraw: 80_000,
  delegate: 5_000,
  close: 8_000,
  transfer: 300,
} as const;

export class Draft {
  readonly wallet: Address;
  readonly bettor: Address;
  readonly walletSigner: TransactionSigner;
  readonly relayerSigner: TransactionSigner;
  readonly options: ProgramOptions;
  readonly instructions: Instruction[] = [];
  readonly summary: string[] = [];
  computeUnits: number = UNITS.base;
  /** How many instructions will have run, those of other programs included. */
  executed = 0;
  readonly #context: PrepareContext;
  readonly #account: Bettor | null;
  readonly #funds: { SOL: bigint; UTILITY: bigint };
  readonly #lamportsBefore: bigint;
  readonly #tokenAccount: Address;
  #hasTokenAccount: boolean;
  #isOpen: boolean;
  #isClosed = false;
  #hasSetDelegate = false;
  #slots: number;
  readonly #available: { SOL: bigint; UTILITY: bigint };

  private constructor(
    context: PrepareContext,
    wallet: Address,
    { bettor, account, funds }: { bettor: Address; account: Bettor | null; funds: WalletFunds },
  ) {
    this.#context = context;
    this.wallet = wallet;
    this.bettor = bettor;
    this.walletSigner = createNoopSigner(wallet);
    this.relayerSigner = createNoopSigner(context.relayer.address);
    this.options = { programAddress: context.chain.programAddress };
    this.#account = account;
    this.#isOpen = account !== null;
    this.#slots = account?.slotCount ?? 0;
    const [SOL = 0n, UTILITY = 0n] = account?.available ?? [];
    this.#available = { SOL, UTILITY };
    this.#funds = { SOL: funds.SOL, UTILITY: funds.UTILITY };
    this.#lamportsBefore = funds.SOL;
    this.#tokenAccount = funds.tokenAccount;
    this.#hasTokenAccount = funds.hasTokenAccount;
  }

  static async start(context: PrepareContext, wallet: Address): Promise<Draft> {
    // Our own key pays and nothing else: it is never what a transaction takes money from.
    if (wallet === context.relayer.address) throw new DomainError('not_allowed');
    const { chain } = context;
    const [bettor, account, funds] = await Promise.all([
      findBettorAddress(wallet, { programAddress: chain.programAddress }),
      chain.accounts.findBettor(wallet),
      readWalletFunds(context, wallet),
    ]);
    return new Draft(context, wallet, { bettor, account, funds });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get slotCount(): number {
    return this.#slots;
  }

  available(currency: Currency): Amount {
    return amount(this.#available[currency]);
  }

  /** `calls`: how many instructions of other programs it runs. */
  add(instruction: Instruction, computeUnits: number, calls: number): void {
    this.instructions.push(instruction);
    this.computeUnits += computeUnits;
    this.executed += 1 + calls;
  }

  async open(slots?: number): Promise<void> {
    this.#requireNotClosed();
    if (this.#isOpen) throw new DomainError('bettor_exists', { wallet: this.wallet });
    const { paysRent } = this.#context;
    const count = slots ?? (paysRent ? SLOTS_WE_PAY : SLOTS_WALLET_PAYS);
    checkSlots(count, SLOTS_AT_ONCE_MAX);
    if (!paysRent) await this.#payRent(BETTOR_BYTES + SLOT_BYTES * BigInt(count));
    const payer = paysRent ? this.relayerSigner : this.walletSigner;
    const input = {
      payer,
      authority: this.walletSigner,
      wallet: this.wallet,
      bettor: this.bettor,
      config: this.#context.chain.addresses.config,
      slots: count,
    };
    this.add(getOpenBettorInstruction(input, this.options), UNITS.open, 1);
    this.summary.push(`Opens a Bettor account with ${count} position slots.`);
    this.#isOpen = true;
    this.#slots = count;
  }

  async grow(slots: number): Promise<void> {
    this.requireOpen();
    checkSlots(slots, Math.min(SLOTS_AT_ONCE_MAX, SLOTS_MAX - this.#slots));
    const payer = this.#rentPayer();
    if (payer === this.walletSigner) await this.#payRent(SLOT_BYTES * BigInt(slots), false);
    const input = { payer, bettor: this.bettor, slots };
    this.add(getGrowBettorInstruction(input, this.options), UNITS.grow, 1);
    this.summary.push(`Adds ${slots} position slots.`);
    this.#slots += slots;
  }

  deposit(currency: Currency, value: Amount): void {
    this.requireOpen();
    if (value === 0n) throw invalid('amount', 'more than 0');
    if (this.#funds[currency] < value) this.#throwInsufficient(currency, value);
    this.#funds[currency] -= value;
    this.#available[currency] += value;
    const instruction = depositInstruction(this.#context.chain, {
      ...{ currency, amount: value, wallet: this.walletSigner, bettor: this.bettor },
      tokenAccount: this.#tokenAccount,
    });
    this.add(instruction, UNITS.deposit, 1);
    this.summary.push(`Deposits ${this.money(value, currency)}.`);
  }

  /** `to`: another token account of the wallet than its associated one. */
  async withdraw(currency: Currency, value: Amount, to?: string): Promise<void> {
    this.requireOpen();
    if (value === 0n) throw invalid('amount', 'more than 0');
    const named = to === undefined ? undefined : await this.#checkTokenAccount(currency, to);
    this.take(currency, value);
    const creates = currency === 'UTILITY' && !named && !this.#hasTokenAccount;
    if (creates) await this.#payRent(TOKEN_ACCOUNT_BYTES);
    this.#hasTokenAccount ||= creates;
    if (!named || named === this.#tokenAccount) this.#funds[currency] += value;
    const { chain, config } = this.#context;
    const instruction = withdrawInstruction(chain, {
      ...{ currency, amount: value, wallet: this.walletSigner, bettor: this.bettor },
      tokenAccount: named ?? this.#tokenAccount,
      utilityMint: config.utilityMint,
    });
    this.add(instruction, UNITS.withdraw, 1);
    const target = named ? `the token account ${named} of the wallet` : 'the wallet';
    this.summary.push(`Withdraws ${this.money(value, currency)} to ${target}.`);
  }

  /** Takes an amount out of the balance, or says what is missing. */
  take(currency: Currency, value: Amount): void {
    if (this.#available[currency] < value) {
      throw new DomainError('funds_insufficient', {
        available: this.money(this.available(currency), currency),
        required: this.money(value, currency),
      });
    }
    this.#available[currency] -= value;
  }

  setDelegate(change: Pick<SetDelegateInput, 'delegation' | 'autoWithdraw'>, text: string): void {
    this.requireOpen();
    const input = { wallet: this.walletSigner, bettor: this.bettor, ...change };
    this.add(getSetDelegateInstruction(input, this.options), UNITS.delegate, 0);
    this.summary.push(text);
    this.#hasSetDelegate ||= change.delegation !== undefined;
  }

  /** `forfeits`: UTILITY that is worth less than a token account may be left behind. */
  async close(forfeits = false): Promise<void> {
    this.requireOpen();
    const account = this.#account;
    // What was opened or given a delegate in this slot cannot be closed in it.
    if (!account || this.#hasSetDelegate) {
      throw invalid('actions', 'without open or delegate when they close the account');
    }
    const isForfeited = await this.#checkEmpty(account, forfeits);
    const { chain } = this.#context;
    if (chain.clock.slot() <= account.epoch) {
      throw new DomainError('transaction_failed', { reason: 'the delegate was set a moment ago' });
    }
    const { rentPayer } = account;
    const { vaultUtility } = chain.addresses;
    const input = { wallet: this.walletSigner, bettor: this.bettor, rentPayer };
    const forfeit = isForfeited ? { vaultUtility } : {};
    this.add(getCloseBettorInstruction({ ...input, ...forfeit }, this.options), UNITS.close, 0);
    if (isForfeited) {
      const left = this.money(this.available('UTILITY'), 'UTILITY');
      this.summary.push(`Leaves ${left} behind, which is burned.`);
    }
    this.summary.push('Closes the Bettor account; its rent goes back to whoever paid it.');
    this.#isOpen = false;
    this.#isClosed = true;
  }

  /** Says whether UTILITY stays behind; throws when something else, or too much of it, would. */
  async #checkEmpty({ openPositions }: Bettor, forfeits: boolean): Promise<boolean> {
    const { SOL, UTILITY } = this.#available;
    if (SOL > 0n || openPositions > 0) throw new DomainError('bettor_not_empty');
    if (UTILITY === 0n) return false;
    // The program's own bound, in plain numbers.
    if (UTILITY >= (await this.#rentFor(TOKEN_ACCOUNT_BYTES))) {
      throw new DomainError('bettor_not_empty');
    }
    if (forfeits) return true;
    const available = this.money(this.available('UTILITY'), 'UTILITY');
    throw new DomainError('utility_left_behind', { available });
  }

  /**
   * A transaction that only we pay for may need nothing of the wallet. It has to sign all the same,
   * or anybody could have it sent: so it sends itself nothing.
   */
  requireSignature(): void {
    const isSigner = (instruction: Instruction) =>
      instruction.accounts?.some(
        ({ address, role }) => address === this.wallet && isSignerRole(role),
      );
    if (this.instructions.some(isSigner)) return;
    const input = { source: this.walletSigner, destination: this.wallet, amount: 0n };
    this.add(getTransferSolInstruction(input), UNITS.transfer, 0);
  }

  /** The slot of the market's position, or the first free one. */
  findSlot(market: Address): number {
    const slots = this.#account?.slots ?? [];
    const isTaken = (slot: (typeof slots)[number]) => slot.stakeYes > 0n || slot.stakeNo > 0n;
    const own = slots.findIndex((slot) => slot.market === market && isTaken(slot));
    if (own >= 0) return own;
    const free = slots.findIndex((slot) => !isTaken(slot));
    if (free >= 0) return free;
    if (this.#slots > slots.length) return slots.length;
    throw new DomainError('no_free_slot', { slots: this.#slots });
  }

  /** A wallet's coins may be gone altogether, but not fewer than what an account must hold. */
  async checkWalletFunds(): Promise<void> {
    const left = this.#funds.SOL;
    if (left === 0n || left === this.#lamportsBefore) return;
    const least = await this.#rentFor(0n);
    if (left >= least) return;
    throw new DomainError('wallet_funds_insufficient', {
      available: `${this.money(amount(left), 'SOL')} after it`,
      required: `${this.money(amount(least), 'SOL')} to stay, or nothing at all`,
    });
  }

  money(value: Amount, currency: Currency): string {
    return formatMoney(value, currency, this.#context.config.decimals[currency]);
  }

  #requireNotClosed(): void {
    if (this.#isClosed) throw invalid('actions', 'without any after close');
  }

  requireOpen(): void {
    this.#requireNotClosed();
    if (!this.#isOpen) throw new DomainError('bettor_missing', { wallet: this.wallet });
  }

  /** The program takes any account of the mint that the wallet owns. */
  async #checkTokenAccount(currency: Currency, to: string): Promise<Address> {
    if (currency !== 'UTILITY') throw invalid('tokenAccount', 'left out for SOL');
    if (!isAddress(to)) throw new DomainError('address_invalid', { field: 'tokenAccount' });
    if (await isTokenAccountOf(this.#context, to, this.wallet)) return to;
    throw new DomainError('token_account_invalid');
  }

  /** The wallet may always pay for more of its account; we do if we have opened it. */
  #rentPayer(): TransactionSigner {
    const { paysRent, relayer } = this.#context;
    if (!this.#account) return paysRent ? this.relayerSigner : this.walletSigner;
    const isOurs = this.#account.rentPayer === relayer.address;
    return isOurs && paysRent ? this.relayerSigner : this.walletSigner;
  }

  async #payRent(bytes: bigint, isWholeAccount = true): Promise<void> {
    const whole = await this.#rentFor(bytes);
    const rent = isWholeAccount ? whole : whole - (await this.#rentFor(0n));
    if (this.#funds.SOL < rent) this.#throwInsufficient('SOL', amount(rent));
    this.#funds.SOL -= rent;
  }

  async #rentFor(bytes: bigint): Promise<bigint> {
    return this.#context.chain.rpc.getMinimumBalanceForRentExemption(bytes).send();
  }

  #throwInsufficient(currency: Currency, required: Amount): never {
    throw new DomainError('wallet_funds_insufficient', {
      available: this.money(amount(this.#funds[currency]), currency),
      required: this.money(required, currency),
    });
  }
}

function checkSlots(slots: number, max: number): void {
  if (Number.isInteger(slots) && slots >= 1 && slots <= max) return;
  throw invalid('slots', max < 1 ? 'left out: there can be no more' : `a number from 1 to ${max}`);
}

function invalid(field: string, expected: string): DomainError {
  return new DomainError('field_invalid', { field, expected });
}
