// The chain: what may execute, in which slot, what is remembered, and what counts when.
import { type AccountMap, type MaybeAccount, packAccounts } from './account.ts';
import { AccountState, type Counts } from './account-state.ts';
import type { HistoryEntry } from './archive.ts';
import { Blockhashes } from './blockhashes.ts';
import type { ChainClock } from './chain-clock.ts';
import { GroupCommit } from './group-commit.ts';
import type { Key } from './key.ts';
import { CLOCK_SYSVAR } from './known-addresses.ts';
import { isLoaded, loadAddresses } from './lookup-tables.ts';
import { packReceipt } from './packed-receipt.ts';
import { isProgram, programDataOf, withAuthority } from './programs.ts';
import { type Balances, makeReceipt, readTokenBalances } from './receipt.ts';
import type { TransactionRecord } from './record.ts';
import { Refused } from './refused.ts';
import type { SignatureChecker } from './signatures.ts';
import { type Status, Statuses, toStatus } from './statuses.ts';
import type { Store } from './store.ts';
import { accountsOf, checkShape, names, type TransactionAccounts } from './transaction-accounts.ts';
import type { TransactionError } from './transaction-error.ts';
import type { Execution, Vm } from './vm.ts';
import type { WireTransaction } from './wire.ts';

export type Commitment = 'processed' | 'confirmed' | 'finalized';

export const FINALIZED_AFTER_SLOTS = 32n;
const ACCOUNT_LOCKS_MAX = 64;

/** Accounts that changed together: by a transaction, or by the sandbox. */
export interface Written {
  status: Pick<Status, 'slot'>;
  accounts: AccountMap;
}

/** A transaction that executed, and the accounts that it wrote. */
export interface Landed extends Written {
  status: Status;
  record: TransactionRecord;
}

export interface Watcher {
  /** Slots pass. */
  slot?(slot: bigint): void;
  /** A transaction reached this commitment. */
  transaction?(landed: Landed, at: Commitment): void;
  /** So did what was written, by it or by the sandbox. */
  accounts?(written: Written, at: Commitment): void;
}

export interface LedgerParts {
  vm: Vm;
  store: Store;
  clock: ChainClock;
  seed: Uint8Array;
  /** Without one the VM checks signatures itself. */
  signatures?: SignatureChecker;
}

export class Ledger {
  readonly vm: Vm;
  readonly clock: ChainClock;
  readonly blockhashes: Blockhashes;
  readonly accounts: AccountState;
  readonly #store: Store;
  readonly #signatures: SignatureChecker | undefined;
  readonly #groups: GroupCommit<Landed | Written>;
  readonly #statuses: Statuses;
  readonly #watchers = new Set<Watcher>();
  #transactionCount: bigint;
  readonly #unfinal: (Landed | Written)[] = [];
  #blockTime: bigint;

  constructor({ vm, store, clock, seed, signatures }: LedgerParts) {
    this.vm = vm;
    this.#signatures = signatures;
    this.clock = clock;
    this.#store = store;
    this.#transactionCount = store.archive.countTransactions();
    this.blockhashes = new Blockhashes(seed, clock.slot);
    this.#statuses = new Statuses(store.archive, clock.slot);
    this.accounts = new AccountState(vm, store.archive);
    this.#groups = new GroupCommit(store, {
      clock: () => clock.state,
      confirmed: (landed) => this.#confirmed(landed),
      lost: (group) => {
        this.accounts.takeBack(group);
        this.#transactionCount -= BigInt(this.#statuses.takeBack(group));
      },
    });
    store.onFiled = (group) => this.#statuses.filed(group);
    this.#blockTime = this.#startBlock();
  }

  // Time

  slotAt(commitment: Commitment): bigint {
    const { slot } = this.clock;
    if (commitment !== 'finalized') return slot;
    return slot > FINALIZED_AFTER_SLOTS ? slot - FINALIZED_AFTER_SLOTS : 0n;
  }

  nextSlot(): void {
    this.clock.nextSlot();
    this.blockhashes.add(this.clock.slot);
    this.#blockTime = this.#startBlock();
    for (const watcher of this.#watchers) watcher.slot?.(this.clock.slot);
    const finalized = this.slotAt('finalized');
    const unfinal = this.#unfinal.findIndex(({ status }) => status.slot > finalized);
    const final = this.#unfinal.splice(0, unfinal < 0 ? this.#unfinal.length : unfinal);
    for (const written of final) this.#tell(written, 'finalized');
    // What a group replaced is needed until the group is on disk.
    this.accounts.forgetVersions(finalized, this.#groups.durable);
    this.#statuses.forget(this.clock.slot);
  }

  /** Every transaction of a slot sees the time at its start. */
  #startBlock(): bigint {
    const { slot, unixTimestamp } = this.clock;
    this.vm.setClock(slot, unixTimestamp);
    this.accounts.forgetImage(CLOCK_SYSVAR);
    return unixTimestamp;
  }

  /** The chain's time: that of the current slot. */
  get blockTime(): bigint {
    return this.#blockTime;
  }

  /** Remembers how far time has come while nothing else happens. */
  saveClock(): Promise<void> {
    return this.#store.saveClock(this.clock.state);
  }

  // Reading

  getAccount(address: Key, commitment: Commitment): MaybeAccount {
    if (commitment === 'processed') return this.accounts.now(address);
    return this.accounts.at(address, this.#counts(commitment));
  }

  /** Accounts whose last write does not count yet: an index of accounts as they are misses them. */
  changedSince(commitment: Commitment): Iterable<Key> {
    if (commitment === 'processed') return [];
    return this.accounts.changedSince(this.#counts(commitment));
  }

  #counts(commitment: Commitment): Counts {
    const { durable } = this.#groups;
    const slotMax = this.slotAt(commitment);
    return (slot, group) => group <= durable && slot <= slotMax;
  }

  findStatus(signature: Key, { searchHistory }: { searchHistory: boolean }): Status | undefined {
    const recent = this.#statuses.get(signature);
    if (recent || !searchHistory) return recent;
    const entry = this.#store.archive.findEntry(signature);
    return entry && toStatus(entry);
  }

  commitmentOf({ slot, group }: Status): Commitment {
    if (group > this.#groups.durable) return 'processed';
    return slot <= this.slotAt('finalized') ? 'finalized' : 'confirmed';
  }

  getRecord(status: Status): TransactionRecord | undefined {
    return status.record ?? this.#store.archive.getRecord(status.seq);
  }

  /** Transactions that name the address, newest first, older than `before`, newer than `until`. */
  history(address: Key, before: bigint, until: bigint, limit: number): Status[] {
    const found: Status[] = [];
    for (const status of this.#statuses.unfiled()) {
      if (found.length >= limit) return found;
      const isInRange = status.seq < before && status.seq > until;
      if (isInRange && status.record && names(status.record, address)) found.push(status);
    }
    const oldest = found.at(-1)?.seq ?? before;
    const filed = this.#store.archive.history(address, oldest, until, limit - found.length);
    return [...found, ...filed.map((entry: HistoryEntry) => toStatus(entry))];
  }

  transactionCount(): bigint {
    return this.#transactionCount;
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  // Executing

  /**
   * Executes a transaction, once, and resolves to its signature when it is on disk. The same bytes
   * again give the same signature. With `isStrict` one that fails is taken back as if it had never
   * been sent: a preflight check without executing twice.
   */
  async submit(transaction: WireTransaction, { isStrict }: { isStrict: boolean }): Promise<Key> {
    if (this.#signatures && !(await this.#signatures.isSigned(transaction))) {
      throw new Refused('SignatureFailure');
    }
    const { signature } = await this.#groups.store(() => this.#execute(transaction, isStrict));
    return signature;
  }

  #execute(transaction: WireTransaction, isStrict: boolean): Status {
    checkShape(transaction);
    const signature = transaction.signatures[0] as Key;
    const recent = this.#statuses.get(signature);
    if (recent) return recent;
    if (this.blockhashes.slotOf(transaction.blockhash) === undefined) {
      const earlier = this.findStatus(signature, { searchHistory: true });
      if (earlier) return earlier;
      throw new Refused('BlockhashNotFound');
    }
    const { keys, writable, loaded } = this.loadAccounts(transaction);
    const pre = this.#balances(keys);
    const execution = this.vm.execute(transaction);
    const written = this.accounts.readWritten(writable);
    // One that failed without even paying its fee never got as far as a block.
    const isLanded = execution.error === null || (!isStrict && written.size > 0);
    if (!isLanded) {
      this.accounts.undo(written);
      throw new Refused(execution.error as TransactionError, execution);
    }
    const { slot } = this.clock;
    const unixTimestamp = this.#blockTime;
    this.accounts.accept(written, slot, this.#groups.openId);
    const made = makeReceipt(transaction, execution, loaded, pre, this.#balances(keys));
    const receipt = packReceipt(made);
    const { bytes } = transaction;
    const kind = 'transaction';
    const record = { kind, signature, slot, unixTimestamp, bytes, receipt } as const;
    return this.#land(record, execution.error, written);
  }

  /** Executes on the current state and keeps nothing. */
  simulate(
    transaction: WireTransaction,
    options: { checkSignatures: boolean; checkBlockhash: boolean },
  ): Execution & { accounts: AccountMap } {
    checkShape(transaction);
    const isKnown = this.blockhashes.slotOf(transaction.blockhash) !== undefined;
    if (options.checkBlockhash && !isKnown) throw new Refused('BlockhashNotFound');
    this.loadAccounts(transaction);
    return this.vm.simulate(transaction, options);
  }

  /** Brings the accounts of a transaction to the VM, within the limits of what it may lock. */
  loadAccounts(transaction: WireTransaction): TransactionAccounts {
    const loaded = loadAddresses(transaction, (address) => this.accounts.now(address));
    if (!isLoaded(loaded)) throw new Refused(loaded);
    const accounts = accountsOf(transaction, loaded);
    if (accounts.keys.length > ACCOUNT_LOCKS_MAX) throw new Refused('TooManyAccountLocks');
    const isDistinct = new Set(accounts.keys).size === accounts.keys.length;
    if (!isDistinct) throw new Refused('AccountLoadedTwice');
    for (const key of accounts.keys) this.accounts.load(key);
    return accounts;
  }

  #balances(keys: readonly Key[]): Balances {
    const accounts = keys.map((key) => this.accounts.now(key));
    return {
      lamports: accounts.map((account) => account?.lamports ?? 0n),
      tokens: readTokenBalances(accounts, (address) => this.accounts.now(address)),
    };
  }

  #land(record: TransactionRecord, error: TransactionError | null, accounts: AccountMap): Status {
    const { openId, openCount } = this.#groups;
    const status = this.#statuses.add(record, error, openId, openCount);
    this.#transactionCount += 1n;
    const landed = { status, record, accounts };
    this.#groups.add(record, accounts, landed);
    this.#tell(landed, 'processed');
    return status;
  }

  #confirmed(written: readonly (Landed | Written)[]): void {
    for (const one of written) this.#tell(one, 'confirmed');
    const isWatched = [...this.#watchers].some((watcher) => watcher.transaction);
    if (isWatched) this.#unfinal.push(...written);
  }

  #tell(written: Landed | Written, at: Commitment): void {
    for (const watcher of this.#watchers) {
      if ('record' in written) watcher.transaction?.(written, at);
      watcher.accounts?.(written, at);
    }
  }

  // The sandbox: what no transaction can do

  setAccounts(accounts: AccountMap): Promise<void> {
    return this.#intervene(accounts, 0);
  }

  advanceClock(seconds: number): Promise<void> {
    return this.#intervene(new Map(), seconds);
  }

  /** Puts a program on chain, with whoever may upgrade it. */
  addProgram(address: Key, elf: Uint8Array, authority: Key | undefined): Promise<void> {
    const before = this.accounts.now(address);
    const dataBefore =
      before && isProgram(before) ? this.accounts.now(programDataOf(before)) : null;
    let failure: unknown;
    try {
      this.vm.addProgram(address, elf);
    } catch (error) {
      failure = error;
    }
    const program = this.vm.getAccount(address);
    const programData = program && programDataOf(program);
    const data = programData && this.vm.getAccount(programData);
    // The VM has written both accounts, whether it took the code or not. They are put back, so
    // that setting them is a change like any other.
    if (programData) this.accounts.putBack(programData, dataBefore);
    this.accounts.putBack(address, before);
    if (failure) throw failure;
    if (!data) throw new Error('the VM did not take the program');
    return this.setAccounts(
      new Map([
        [programData, withAuthority(data, authority)],
        [address, program],
      ]),
    );
  }

  async #intervene(accounts: AccountMap, secondsAdvanced: number): Promise<void> {
    await this.#groups.store(() => this.#interveneNow(accounts, secondsAdvanced));
  }

  #interveneNow(accounts: AccountMap, secondsAdvanced: number): { group: bigint } {
    const group = this.#groups.openId;
    this.clock.advance(secondsAdvanced);
    // All of a slot see one time, so that another time is another slot.
    if (secondsAdvanced > 0) this.nextSlot();
    else this.#blockTime = this.#startBlock();
    const { slot } = this.clock;
    const unixTimestamp = this.#blockTime;
    this.accounts.set(accounts, slot, group);
    const packed = packAccounts(accounts);
    const record = { kind: 'sandbox', slot, unixTimestamp, accounts: packed, secondsAdvanced };
    const written: Written = { status: { slot }, accounts };
    this.#groups.add({ ...record, kind: 'sandbox' }, accounts, written);
    this.#tell(written, 'processed');
    return { group };
  }

  /** Waits until everything that was executed is on disk, then lets go of it. */
  async close(): Promise<void> {
    await this.#groups.drained();
    await this.saveClock();
    await this.#store.close();
    await this.#signatures?.close();
  }
}
