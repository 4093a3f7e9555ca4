// Builds a transaction for a wallet, each step checked against what those before it leave.
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
import { findObstacle } from '@tote/conditions/oracles/wallet-token';
import { type Amount, CURRENCIES, type Currency, DomainError, fieldInvalid } from '@tote/domain';
import {
  type Bettor,
  findBettorAddress,
  getCloseBettorInstruction,
  getGrowBettorInstruction,
  getOpenBettorInstruction,
  getSetDelegateInstruction,
  type SetDelegateInput,
} from '@tote/program-client';
import type { CommandContext } from '../context.ts';
import { accountMissing } from '../records.ts';
import { checkFee, feeOf } from '../relayer-payments.ts';
import {
  DraftFunds,
  depositInstruction,
  readTokenAccount,
  readWalletFunds,
  type WalletFunds,
  withdrawInstruction,
} from './draft-funds.ts';

const SLOTS_WE_PAY = 64;
const SLOTS_WALLET_PAYS = 16;
const SLOTS_AT_ONCE_MAX = 200;
const BETTOR_BYTES = 216n;
const SLOT_BYTES = 48n;
/** A wallet may leave behind less than the rent of an account of this size. */
const FORFEIT_BYTES = 165n;

const UNITS = {
  base: 1_000,
  open: 40_000,
  grow: 10_000,
  deposit: 10_000,
  withdraw: 100_000,
  delegate: 5_000,
  close: 8_000,
  transfer: 300,
} as const;

export class Draft {
  readonly wallet: Address;
  readonly feePayer: Address;
  readonly paysRent: boolean;
  readonly bettor: Address;
  readonly walletSigner: TransactionSigner;
  readonly relayerSigner: TransactionSigner;
  readonly instructions: Instruction[] = [];
  readonly summary: string[] = [];
  computeUnits: number = UNITS.base;
  readonly isVersion0Only: boolean;
  /** How many instructions have run before the next one, including calls of other programs. */
  executed = 0;
  readonly funds: DraftFunds;
  readonly #context: CommandContext;
  readonly #account: Bettor | null;
  isOpen: boolean;
  #isClosed = false;
  #hasSetDelegate = false;
  delegate: Address | undefined;
  #slots: number;

  private constructor(
    context: CommandContext,
    wallet: Address,
    { feePayer, transactionVersion }: PrepareOptions,
    { bettor, account, funds }: { bettor: Address; account: Bettor | null; funds: WalletFunds },
  ) {
    this.#context = context;
    this.wallet = wallet;
    const { operator } = context.relayers;
    this.feePayer = feePayer === 'wallet' ? wallet : operator.address;
    this.paysRent = !context.isCluster && feePayer !== 'wallet';
    this.isVersion0Only = transactionVersion === 0;
    this.bettor = bettor;
    this.walletSigner = createNoopSigner(wallet);
    this.relayerSigner = createNoopSigner(operator.address);
    this.#account = account;
    this.isOpen = account !== null;
    this.#slots = account?.slotCount ?? 0;
    this.funds = new DraftFunds(context, account, funds);
  }

  static async start(
    context: CommandContext,
    wallet: Address,
    options: PrepareOptions & { needsOperator?: boolean } = {},
  ): Promise<Draft> {
    const { feePayer, needsOperator = false } = options;
    // Our own keys only pay fees and rent. No transaction moves money out of them.
    if (context.relayers.find(wallet)) throw new DomainError('wallet_reserved');
    const { chain, store, limits, wallMs } = context;
    const isOurs = feePayer !== 'wallet';
    const lamports = feeOf(isOurs || needsOperator ? 2 : 1);
    if (isOurs) await checkFee(store.db, limits, { wallet, lamports, wallMs: wallMs() });
    const [bettor, account, funds] = await Promise.all([
      findBettorAddress(wallet, chain),
      chain.accounts.findBettor(wallet),
      readWalletFunds(context, wallet),
    ]);
    const draft = new Draft(context, wallet, options, { bettor, account, funds });
    if (!isOurs) draft.funds.payFee(lamports);
    return draft;
  }

  /** `calls`: how many instructions of other programs it invokes. */
  add(instruction: Instruction, computeUnits: number, calls: number): void {
    this.instructions.push(instruction);
    this.computeUnits += computeUnits;
    this.executed += 1 + calls;
  }

  async open(slots?: number): Promise<void> {
    this.#requireNotClosed();
    const { walletSigner: authority, wallet, bettor, paysRent } = this;
    if (this.isOpen) throw new DomainError('bettor_exists', { wallet });
    const { chain } = this.#context;
    const count = slots ?? (paysRent ? SLOTS_WE_PAY : SLOTS_WALLET_PAYS);
    checkSlots(count, SLOTS_AT_ONCE_MAX);
    if (!paysRent) await this.funds.payRent(BETTOR_BYTES + SLOT_BYTES * BigInt(count));
    const payer = paysRent ? this.relayerSigner : authority;
    const { config } = chain.addresses;
    const input = { payer, authority, wallet, bettor, config, slots: count };
    this.add(getOpenBettorInstruction(input, chain), UNITS.open, 1);
    this.summary.push(`Opens a Bettor account with ${count} position slots.`);
    this.isOpen = true;
    this.#slots = count;
  }

  async grow(slots: number): Promise<void> {
    this.requireOpen();
    checkSlots(slots, Math.min(SLOTS_AT_ONCE_MAX, SLOTS_MAX - this.#slots));
    const payer = this.#rentPayer();
    if (payer === this.walletSigner) await this.funds.payRent(SLOT_BYTES * BigInt(slots), false);
    const input = { payer, bettor: this.bettor, slots };
    this.add(getGrowBettorInstruction(input, this.#context.chain), UNITS.grow, 1);
    this.summary.push(`Adds ${slots} position slots.`);
    this.#slots += slots;
  }

  deposit(currency: Currency, value: Amount): void {
    this.requireOpen();
    if (value === 0n) throw fieldInvalid('amount', 'more than 0');
    this.funds.deposit(currency, value);
    const move = this.#move(currency, value, this.funds.tokenAccount);
    this.add(depositInstruction(this.#context.chain, move), UNITS.deposit, 1);
    this.summary.push(`Deposits ${this.funds.money(value, currency)}.`);
  }

  /** `to`: a token account of the wallet other than its associated one. */
  async withdraw(currency: Currency, value: Amount, to?: string): Promise<void> {
    this.requireOpen();
    if (value === 0n) throw fieldInvalid('amount', 'more than 0');
    const named = to === undefined ? undefined : await this.#checkTokenAccount(currency, to);
    await this.funds.withdraw(currency, value, named);
    const move = this.#move(currency, value, named ?? this.funds.tokenAccount);
    this.add(withdrawInstruction(this.#context.chain, this.wallet, move), UNITS.withdraw, 1);
    const target = named ? `the token account ${named} of the wallet` : 'the wallet';
    this.summary.push(`Withdraws ${this.funds.money(value, currency)} to ${target}.`);
  }

  setDelegate(change: Pick<SetDelegateInput, 'delegation' | 'autoWithdraw'>, text: string): void {
    this.requireOpen();
    const { config } = this.#context.chain.addresses;
    const input = { wallet: this.walletSigner, bettor: this.bettor, config, ...change };
    this.add(getSetDelegateInstruction(input, this.#context.chain), UNITS.delegate, 0);
    this.summary.push(text);
    this.#hasSetDelegate ||= change.delegation !== undefined;
    this.delegate = change.delegation?.delegate ?? this.delegate;
  }

  async close(forfeits: Partial<Record<Currency, boolean>> = {}): Promise<void> {
    this.requireOpen();
    const account = this.#account;
    // The program refuses to close an account in the slot in which its delegate was set.
    if (!account || this.#hasSetDelegate) {
      throw fieldInvalid('actions', 'without open or delegate when they close the account');
    }
    const forfeited = await this.#checkEmpty(account, forfeits);
    const { chain } = this.#context;
    if (chain.clock.slot() <= account.epoch) {
      throw new DomainError('transaction_failed', { reason: 'the delegate was set a moment ago' });
    }
    const { rentPayer } = account;
    const input = { wallet: this.walletSigner, bettor: this.bettor, rentPayer };
    const forfeit = forfeited.length > 0 ? { forfeitTo: chain.addresses } : {};
    this.add(getCloseBettorInstruction({ ...input, ...forfeit }, chain), UNITS.close, 0);
    for (const currency of forfeited) {
      const left = this.funds.money(this.funds.available(currency), currency);
      const fate = currency === 'SOL' ? 'goes to the buyback' : 'is burned';
      this.summary.push(`Leaves ${left} behind, which ${fate}.`);
    }
    const returned = 'its rent is returned to the account that paid it';
    this.summary.push(`Closes the Bettor account; ${returned}.`);
    this.isOpen = false;
    this.#isClosed = true;
  }

  async #checkEmpty({ openPositions }: Bettor, forfeits: Partial<Record<Currency, boolean>>) {
    const left = CURRENCIES.filter((currency) => this.funds.available(currency) > 0n);
    for (const currency of left) {
      // The same limits as in the program, which compares base units of UTILITY with lamports.
      const bytes = currency === 'SOL' ? 0n : FORFEIT_BYTES;
      const isSmall = this.funds.available(currency) < (await this.funds.rentFor(bytes));
      if (!isSmall) throw new DomainError('bettor_not_empty');
    }
    if (openPositions > 0) throw new DomainError('bettor_not_empty');
    const kept = left.find((currency) => !forfeits[currency]);
    if (!kept) return left;
    const available = this.funds.money(this.funds.available(kept), kept);
    const code = kept === 'SOL' ? 'sol_left_behind' : 'utility_left_behind';
    throw new DomainError(code, { available });
  }

  /** Anybody could submit a transaction that needs no signature of the wallet: it signs anyway. */
  requireSignature(): void {
    const isSigner = (instruction: Instruction) =>
      instruction.accounts?.some(
        ({ address, role }) => address === this.wallet && isSignerRole(role),
      );
    if (this.feePayer === this.wallet || this.instructions.some(isSigner)) return;
    const input = { source: this.walletSigner, destination: this.wallet, amount: 0n };
    this.add(getTransferSolInstruction(input), UNITS.transfer, 0);
  }

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

  #requireNotClosed(): void {
    if (this.#isClosed) throw fieldInvalid('actions', 'without any after close');
  }

  requireOpen(): void {
    this.#requireNotClosed();
    if (!this.isOpen) throw accountMissing(this.wallet);
  }

  #move(currency: Currency, value: Amount, tokenAccount: Address) {
    const { utilityMint, tokenProgram } = this.#context.config;
    const utility = { utilityMint, tokenProgram };
    const { walletSigner: authority, bettor } = this;
    return { authority, bettor, currency, amount: value, tokenAccount, utility };
  }

  async #checkTokenAccount(currency: Currency, to: string): Promise<Address> {
    if (currency !== 'UTILITY') throw fieldInvalid('tokenAccount', 'left out for SOL');
    if (!isAddress(to)) throw new DomainError('address_invalid', { field: 'tokenAccount' });
    const obstacle = findObstacle(await readTokenAccount(this.#context, to), this.wallet);
    if (obstacle === 'memo') throw new DomainError('token_account_requires_memo');
    if (obstacle) throw new DomainError('token_account_invalid');
    return to;
  }

  /** Our key that paid for opening the account also pays for more slots. */
  #rentPayer(): TransactionSigner {
    if (!this.paysRent) return this.walletSigner;
    if (!this.#account) return this.relayerSigner;
    const key = this.#context.relayers.find(this.#account.rentPayer);
    return key ? createNoopSigner(key.address) : this.walletSigner;
  }
}

function checkSlots(slots: number, max: number): void {
  if (Number.isInteger(slots) && slots >= 1 && slots <= max) return;
  const allowed = max < 1 ? 'left out: there can be no more' : `a number from 1 to ${max}`;
  throw fieldInvalid('slots', allowed);
}

export type FeePayer = 'relayer' | 'wallet';

export interface PrepareOptions {
  readonly feePayer?: FeePayer;
  /** Version 0 or an error. Default: version 1 if it does not fit version 0. */
  readonly transactionVersion?: 0;
}

export interface PreparedTransaction {
  readonly transaction: string;
  readonly lastValidBlockHeight: bigint;
  readonly summary: readonly string[];
}
