import { AssertionError } from 'node:assert';
import type { Address, Instruction } from '@solana/kit';
import { type ErrorName, SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
// The native binding itself: the public wrapper converts base58 in every call, which costs ten
// times as much as the call.
import { Account, Clock, FeatureSet, LiteSvm, Rent } from 'litesvm/dist/internal.js';
import { toAddress, toBytes } from './address-bytes.ts';
import { createKey, type Key } from './key.ts';
import { compileTransaction } from './message.ts';
import { Result } from './result.ts';
import { describeChanges, type Snapshot } from './snapshot.ts';

export const GENESIS_TIME = 1_800_000_000n;
const RENT_PER_BYTE = 5_080n;
const BYTES_PER_ACCOUNT = 128n;
const SLOTS_PER_SECOND = 5n;
const LOG_BYTES = 100_000n;

export interface ChainOptions {
  /** Every feature that the runtime knows is active, not only those that LiteSVM activates. */
  hasAllFeatures?: boolean;
  /** Exactly these features are active. */
  features?: FeatureSet;
}

/** `npm test` runs the program's tests once more like this (vitest.config.ts). */
export const RUNS_WITH_ALL_FEATURES = process.env.TOTE_RUNTIME_FEATURES === 'all';

export interface SendOptions {
  /** Pays the fee. By default somebody who takes part in nothing else. */
  feePayer?: Key;
}

/** All accounts that were ever writable, and the time: enough to go back to. */
export interface Checkpoint {
  accounts: Map<Address, Account | null>;
  time: bigint;
  slot: bigint;
}

/** A Solana chain in memory, with mainnet's rent and a clock that moves when it is told to. */
export class Chain {
  readonly svm: LiteSvm;
  readonly feePayer = createKey('fee payer');
  /**
   * What was there before an account was first written to. Nothing else can have changed, since a
   * transaction names what it writes to.
   */
  readonly #origins = new Map<Address, Account | null>();
  #slot: bigint;
  #time = GENESIS_TIME;

  constructor({
    hasAllFeatures = RUNS_WITH_ALL_FEATURES,
    features = hasAllFeatures ? FeatureSet.allEnabled() : undefined,
  }: ChainOptions = {}) {
    this.svm = new LiteSvm();
    if (features) setFeatures(this.svm, features);
    // That the runtime checks signatures is its own affair, and costs 50 µs each.
    this.svm.setSigverify(false);
    this.svm.setBlockhashCheck(false);
    // No history: the same transaction may be sent again, which tests do on purpose.
    this.svm.setTransactionHistory(0n);
    this.svm.setLogBytesLimit(LOG_BYTES);
    this.setRentPerByte(RENT_PER_BYTE);
    this.#slot = this.svm.getClock().slot + 1n;
    this.#setClock();
    this.setLamports(this.feePayer.address, 1_000_000_000_000n);
  }

  send(instructions: Instruction | readonly Instruction[], options: SendOptions = {}): Result {
    const list = 'programAddress' in instructions ? [instructions] : instructions;
    const feePayer = (options.feePayer ?? this.feePayer).address;
    const transaction = compileTransaction(feePayer, list);
    for (const address of transaction.writable) this.#touch(address);
    return new Result(this.svm.sendLegacyTransaction(transaction.bytes), transaction);
  }

  /** Sends what must succeed. */
  must(instructions: Instruction | readonly Instruction[], options?: SendOptions): Result {
    const result = this.send(instructions, options);
    if (!result.ok) throw new AssertionError({ message: result.describe(), stackStartFn: MUST });
    return result;
  }

  /** Sends what the program must refuse with this error, and proves that only the fee was paid. */
  expectRefused(
    instructions: Instruction | readonly Instruction[],
    name: ErrorName,
    options?: SendOptions,
  ): Result {
    const result = this.expectFailure(instructions, options);
    if (result.error?.kind !== 'refused' || result.error.name !== name) {
      const message = `expected ${name}, but ${result.describe()}`;
      throw new AssertionError({ message, stackStartFn: REFUSED });
    }
    return result;
  }

  /** Sends what must fail, for whatever reason, and proves that only the fee was paid. */
  expectFailure(
    instructions: Instruction | readonly Instruction[],
    options: SendOptions = {},
  ): Result {
    const feePayer = (options.feePayer ?? this.feePayer).address;
    const before = this.snapshot();
    const result = this.send(instructions, options);
    if (result.ok) {
      const message = 'expected a failure, but the transaction succeeded';
      throw new AssertionError({ message, stackStartFn: FAILURE });
    }
    const payment = { payer: feePayer, fee: result.fee };
    const changes = describeChanges(before, this.snapshot(), payment);
    if (changes.length > 0) {
      const message = `the refused transaction changed\n  ${changes.join('\n  ')}`;
      throw new AssertionError({ message, stackStartFn: FAILURE });
    }
    return result;
  }

  /** Byte for byte, by default every account that was ever written to. */
  snapshot(addresses: Iterable<Address> = this.#origins.keys()): Snapshot {
    const snapshot: Snapshot = new Map();
    for (const address of addresses) {
      const account = this.findAccount(address);
      if (!account) continue;
      const { lamports, owner, data } = account;
      snapshot.set(address, { lamports, owner: Buffer.from(owner), data: Buffer.from(data) });
    }
    return snapshot;
  }

  save(): Checkpoint {
    const accounts = new Map<Address, Account | null>();
    for (const address of this.#origins.keys()) {
      accounts.set(address, this.svm.getAccount(toBytes(address)));
    }
    return { accounts, time: this.#time, slot: this.#slot };
  }

  /** Goes back to a checkpoint of this chain. Takes a hundredth of a new one. */
  restore(checkpoint: Checkpoint): void {
    for (const [address, account] of checkpoint.accounts) {
      this.#touch(address);
      this.svm.setAccount(toBytes(address), account ?? NO_ACCOUNT);
    }
    for (const [address, origin] of this.#origins) {
      if (checkpoint.accounts.has(address)) continue;
      this.svm.setAccount(toBytes(address), origin ?? NO_ACCOUNT);
      this.#origins.delete(address);
    }
    this.#time = checkpoint.time;
    this.#slot = checkpoint.slot;
    this.#setClock();
  }

  /** Whatever is done in it is undone. */
  whatIf<T>(play: () => T): T {
    const checkpoint = this.save();
    try {
      return play();
    } finally {
      this.restore(checkpoint);
    }
  }

  /** Programs are left out: nobody here upgrades one, and writing one back means loading it. */
  #touch(address: Address): void {
    if (this.#origins.has(address)) return;
    const account = this.svm.getAccount(toBytes(address));
    if (!account?.executable()) this.#origins.set(address, account);
  }

  // Clock

  get now(): bigint {
    return this.#time;
  }

  get slot(): bigint {
    return this.#slot;
  }

  /** Moves to this moment; slots pass on the way, at least one. */
  at(time: bigint): void {
    if (time < this.#time) throw new RangeError('time does not run back');
    const slots = (time - this.#time) * SLOTS_PER_SECOND;
    this.#slot += slots > 0n ? slots : 1n;
    this.#time = time;
    this.#setClock();
  }

  advance(seconds: bigint): void {
    this.at(this.#time + seconds);
  }

  nextSlot(): void {
    this.at(this.#time);
  }

  #setClock(): void {
    this.svm.setClock(new Clock(this.#slot, GENESIS_TIME, 0n, 1n, this.#time));
  }

  // Accounts

  findAccount(address: Address): StoredAccount | undefined {
    const account = this.svm.getAccount(toBytes(address));
    return account ? readAccount(account) : undefined;
  }

  getData(address: Address): Uint8Array {
    const account = this.svm.getAccount(toBytes(address));
    if (!account) throw new Error(`there is no account ${address}`);
    return account.data();
  }

  getLamports(address: Address): bigint {
    return this.svm.getBalance(toBytes(address)) ?? 0n;
  }

  /** The accounts of a program, in the order of their addresses. */
  listAccounts(program: Address): { address: Address; data: Uint8Array }[] {
    return this.svm
      .getProgramAccounts(toBytes(program))
      .map((entry) => ({ bytes: Buffer.from(entry.address), data: entry.account().data() }))
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
      .map(({ bytes, data }) => ({ address: toAddress(bytes), data }));
  }

  /** The same without addresses, in any order, and much faster. */
  listData(program: Address): Uint8Array[] {
    return this.svm.getProgramAccounts(toBytes(program)).map((entry) => entry.account().data());
  }

  /** Writes an account as it is, past all rules. */
  setAccount(
    address: Address,
    { data, owner, lamports }: { data: Uint8Array; owner: Address; lamports?: bigint },
  ): void {
    const balance = lamports ?? this.rent(data.length);
    this.#touch(address);
    this.svm.setAccount(toBytes(address), new Account(balance, data, toBytes(owner), false, 0n));
  }

  setLamports(wallet: Address, lamports: bigint): void {
    this.setAccount(wallet, { data: new Uint8Array(), owner: SYSTEM_PROGRAM_ADDRESS, lamports });
  }

  /** Rent can rise on a cluster. Going back to a checkpoint does not lower it again. */
  setRentPerByte(lamports: bigint): void {
    this.svm.setRent(new Rent(lamports, 1, 50));
  }

  /** The lamports that an account of this size must hold. */
  rent(bytes: number): bigint {
    return this.svm.minimumBalanceForRentExemption(BigInt(bytes));
  }
}

/** The same at the beginning, whatever became of rent since. */
export function rentAtGenesis(bytes: number): bigint {
  return (BYTES_PER_ACCOUNT + BigInt(bytes)) * RENT_PER_BYTE;
}

function setFeatures(svm: LiteSvm, features: FeatureSet): void {
  svm.setFeatureSet(features);
  // What depends on features is made anew.
  svm.setBuiltins();
  svm.setSysvars();
  svm.setDefaultPrograms();
}

export interface StoredAccount {
  lamports: bigint;
  owner: Uint8Array;
  data: Uint8Array;
}

function readAccount(account: Account): StoredAccount {
  return { lamports: account.lamports(), owner: account.owner(), data: account.data() };
}

const NO_ACCOUNT = new Account(0n, new Uint8Array(), new Uint8Array(32), false, 0n);
const MUST = Chain.prototype.must;
const REFUSED = Chain.prototype.expectRefused;
const FAILURE = Chain.prototype.expectFailure;
