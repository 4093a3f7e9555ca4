import { type AccountMap, type MaybeAccount, packAccounts } from './account.ts';
import { AccountState, type IsVisible } from './account-state.ts';
import type { HistoryEntry } from './archive.ts';
import { Blockhashes, SlotHashes } from './blockhashes.ts';
import type { ChainClock } from './chain-clock.ts';
import { GroupCommit } from './group-commit.ts';
import { CLOCK_SYSVAR, type Key, SLOT_HASHES_SYSVAR } from './key.ts';
import { isLoaded, loadAddresses } from './lookup-tables.ts';
import { packReceipt } from './packed-receipt.ts';
import { isProgram, programDataOf, withAuthority } from './programs.ts';
import type { Pruning } from './prune.ts';
import { type Balances, makeReceipt, readTokenBalances } from './receipt.ts';
import type { TransactionRecord } from './record.ts';
import type { SignatureChecker } from './signatures.ts';
import { SLOTS_KEPT, type Status, Statuses, toStatus } from './statuses.ts';
import type { Store } from './store.ts';
import {
  accountsOf,
  checkShape,
  findOnlyProgram,
  mentionsAddress,
  type TransactionAccounts,
} from './transaction-accounts.ts';
import type { TransactionError } from './transaction-error.ts';
import type { WriteTime } from './versions.ts';
import { type Execution, TransactionRefused, type Vm } from './vm.ts';
import type { WireTransaction } from './wire.ts';

export type Commitment = 'processed' | 'confirmed' | 'finalized';

const FINALIZED_AFTER_SLOTS = 32n;
const ACCOUNT_LOCKS_MAX = 64;

export interface Written {
  status: Pick<Status, 'slot'>;
  accounts: AccountMap;
}

export interface Landed extends Written {
  status: Status;
  record: TransactionRecord;
}

interface Watcher {
  slot?(slot: bigint): void;
  transaction?(landed: Landed, at: Commitment): void;
  accounts?(written: Written, at: Commitment): void;
}

export interface LedgerParts {
  vm: Vm;
  store: Store;
  clock: ChainClock;
  seed: Uint8Array;
  signatures?: SignatureChecker;
  pruning?: LedgerPruning;
}

export interface LedgerPruning extends Pick<Pruning, 'programs'> {
  slots: number;
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
  readonly #pruning: LedgerPruning | undefined;
  readonly #slotHashes: SlotHashes;
  readonly #watchers = new Set<Watcher>();
  #transactionCount: bigint;
  readonly #notFinalized: (Landed | Written)[] = [];
  #blockTime: bigint;

  constructor({ vm, store, clock, seed, signatures, pruning }: LedgerParts) {
    this.vm = vm;
    this.#pruning = pruning;
    this.#signatures = signatures;
    this.clock = clock;
    this.#store = store;
    this.#transactionCount = store.archive.countTransactions();
    this.blockhashes = new Blockhashes(seed, clock.slot);
    this.#slotHashes = new SlotHashes((slot) => this.blockhashes.of(slot));
    this.#statuses = new Statuses(store.archive, clock.slot);
    this.accounts = new AccountState(vm, store.archive);
    this.#groups = new GroupCommit(store, {
      clock: () => clock.state,
      before: (address, group) => this.accounts.beforeGroup(address, group),
      confirmed: (landed) => this.#confirmed(landed),
      failed: (group) => {
        this.accounts.rollBack(group);
        this.#transactionCount -= BigInt(this.#statuses.rollBack(group));
      },
    });
    store.onIndexed = (group) => this.#statuses.markIndexed(group);
    this.#blockTime = this.#startBlock();
  }

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
    const open = this.#notFinalized.findIndex(({ status }) => status.slot > finalized);
    const done = this.#notFinalized.splice(0, open < 0 ? this.#notFinalized.length : open);
    for (const written of done) this.#notify(written, 'finalized');
    // Old versions are needed until the group that replaced them is on disk.
    this.accounts.pruneVersions(finalized, this.#groups.durable);
    this.#statuses.prune(this.clock.slot);
  }

  /** Every transaction of a slot sees the time at which the slot began. */
  #startBlock(): bigint {
    const { slot, unixTimestamp } = this.clock;
    this.vm.setClock(slot, unixTimestamp);
    this.accounts.evict(CLOCK_SYSVAR);
    const hashes = this.#slotHashes.startSlot(slot);
    if (hashes) {
      this.vm.setSysvar(SLOT_HASHES_SYSVAR, hashes);
      this.accounts.evict(SLOT_HASHES_SYSVAR);
    }
    return unixTimestamp;
  }

  get blockTime(): bigint {
    return this.#blockTime;
  }

  saveClock(): Promise<void> {
    return this.#store.saveClock(this.clock.state);
  }

  /** Has old records removed in the background. What may be sent again is never old. */
  async prune(): Promise<void> {
    if (!this.#pruning) return;
    const { programs, slots } = this.#pruning;
    const kept = BigInt(slots) > SLOTS_KEPT ? BigInt(slots) : SLOTS_KEPT;
    await this.#store.prune({ programs, before: this.clock.slot - kept });
  }

  getAccount(address: Key, commitment: Commitment): MaybeAccount {
    if (commitment === 'processed') return this.accounts.now(address);
    return this.accounts.at(address, this.#isVisible(commitment));
  }

  /** Accounts whose last write is not visible yet. An index of the current state misses them. */
  changedSince(commitment: Commitment): Iterable<Key> {
    if (commitment === 'processed') return [];
    return this.accounts.changedSince(this.#isVisible(commitment));
  }

  #isVisible(commitment: Commitment): IsVisible {
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

  history(address: Key, before: bigint, until: bigint, limit: number): Status[] {
    const found: Status[] = [];
    for (const status of this.#statuses.unindexed()) {
      if (found.length >= limit) return found;
      const isInRange = status.seq < before && status.seq > until;
      if (isInRange && status.record && mentionsAddress(status.record, address)) found.push(status);
    }
    const oldest = found.at(-1)?.seq ?? before;
    const indexed = this.#store.archive.history(address, oldest, until, limit - found.length);
    return [...found, ...indexed.map((entry: HistoryEntry) => toStatus(entry))];
  }

  transactionCount(): bigint {
    return this.#transactionCount;
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Executes a transaction once and resolves to its signature when it is on disk. The same bytes
   * again give the same signature. With `isStrict` a failing transaction is rolled back as if it
   * had never been sent: a preflight check without executing twice.
   */
  async submit(transaction: WireTransaction, { isStrict }: { isStrict: boolean }): Promise<Key> {
    if (this.#signatures && !(await this.#signatures.isSigned(transaction))) {
      throw new TransactionRefused('SignatureFailure');
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
      throw new TransactionRefused('BlockhashNotFound');
    }
    const { keys, writable, loaded } = this.loadAccounts(transaction);
    const pre = this.#balances(keys);
    const execution = this.vm.execute(transaction);
    const written = this.accounts.readWritten(writable, findOnlyProgram(transaction, execution));
    // A transaction that could not even pay its fee is not included in a block.
    const isLanded = execution.error === null || (!isStrict && written.size > 0);
    if (!isLanded) {
      this.accounts.revert(written);
      throw new TransactionRefused(execution.error as TransactionError, execution);
    }
    const { slot } = this.clock;
    const unixTimestamp = this.#blockTime;
    this.accounts.accept(written, this.#writeTime());
    const made = makeReceipt(transaction, execution, loaded, pre, this.#balances(keys));
    const receipt = packReceipt(made);
    const { bytes } = transaction;
    const kind = 'transaction';
    const record = { kind, signature, slot, unixTimestamp, bytes, receipt } as const;
    return this.#land(record, execution.error, written);
  }

  simulate(
    transaction: WireTransaction,
    options: { checkSignatures: boolean; checkBlockhash: boolean },
  ): Execution & { accounts: AccountMap } {
    checkShape(transaction);
    const isKnown = this.blockhashes.slotOf(transaction.blockhash) !== undefined;
    if (options.checkBlockhash && !isKnown) throw new TransactionRefused('BlockhashNotFound');
    this.loadAccounts(transaction);
    return this.vm.simulate(transaction, options);
  }

  /** Loads a transaction's accounts into the VM, and checks the limits of account locks. */
  loadAccounts(transaction: WireTransaction): TransactionAccounts {
    const loaded = loadAddresses(transaction, (address) => this.accounts.now(address));
    if (!isLoaded(loaded)) throw new TransactionRefused(loaded);
    const accounts = accountsOf(transaction, loaded);
    if (accounts.keys.length > ACCOUNT_LOCKS_MAX)
      throw new TransactionRefused('TooManyAccountLocks');
    const isDistinct = new Set(accounts.keys).size === accounts.keys.length;
    if (!isDistinct) throw new TransactionRefused('AccountLoadedTwice');
    for (const key of accounts.keys) this.accounts.load(key);
    return accounts;
  }

  #writeTime(): WriteTime {
    const { openId: group, durable } = this.#groups;
    return { slot: this.clock.slot, group, durable };
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
    this.#notify(landed, 'processed');
    return status;
  }

  #confirmed(written: readonly (Landed | Written)[]): void {
    for (const one of written) this.#notify(one, 'confirmed');
    const isWatched = [...this.#watchers].some((watcher) => watcher.transaction);
    if (isWatched) this.#notFinalized.push(...written);
  }

  #notify(written: Landed | Written, at: Commitment): void {
    for (const watcher of this.#watchers) {
      if ('record' in written) watcher.transaction?.(written, at);
      watcher.accounts?.(written, at);
    }
  }

  setAccounts(accounts: AccountMap): Promise<void> {
    return this.#applySandboxChange(accounts, 0);
  }

  advanceClock(seconds: number): Promise<void> {
    return this.#applySandboxChange(new Map(), seconds);
  }

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
    // The VM has written both accounts, even if it rejected the code. They are restored first, so
    // that setting them below is recorded like any other change.
    if (programData) this.accounts.restore(programData, dataBefore);
    this.accounts.restore(address, before);
    if (failure) throw failure;
    if (!data) throw new Error('the VM did not take the program');
    return this.setAccounts(
      new Map([
        [programData, withAuthority(data, authority)],
        [address, program],
      ]),
    );
  }

  async #applySandboxChange(accounts: AccountMap, secondsAdvanced: number): Promise<void> {
    await this.#groups.store(() => this.#applySandboxChangeNow(accounts, secondsAdvanced));
  }

  #applySandboxChangeNow(accounts: AccountMap, secondsAdvanced: number): { group: bigint } {
    const group = this.#groups.openId;
    this.clock.advance(secondsAdvanced);
    // All transactions of a slot see the same time, so a new time needs a new slot.
    if (secondsAdvanced > 0) this.nextSlot();
    else this.#blockTime = this.#startBlock();
    const { slot } = this.clock;
    const unixTimestamp = this.#blockTime;
    this.accounts.set(accounts, this.#writeTime());
    const packed = packAccounts(accounts);
    const record = { kind: 'sandbox', slot, unixTimestamp, accounts: packed, secondsAdvanced };
    const written: Written = { status: { slot }, accounts };
    this.#groups.add({ ...record, kind: 'sandbox' }, accounts, written);
    this.#notify(written, 'processed');
    return { group };
  }

  async close(): Promise<void> {
    await this.#groups.drained();
    await this.saveClock();
    await this.#store.close();
    await this.#signatures?.close();
  }
}
