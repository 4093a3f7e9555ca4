// All accounts: in the VM where a transaction has named them, on disk otherwise, and as they were
// at each commitment.
import { type AccountMap, isSameAccount, type MaybeAccount } from './account.ts';
import type { Archive } from './archive.ts';
import type { Key } from './key.ts';
import { ProgramIndex } from './program-index.ts';
import { isProgram, programDataOf, programElf } from './programs.ts';
import { Versions } from './versions.ts';
import type { Vm } from './vm.ts';

const IMAGES_KEPT = 100_000;

/** Says whether a write of this slot and group counts at a commitment. */
export type Counts = (slot: bigint, group: bigint) => boolean;

export class AccountState {
  readonly index: ProgramIndex;
  readonly #vm: Vm;
  readonly #archive: Archive;
  readonly #versions = new Versions();
  /** Accounts that the VM has, or has been asked for: the rest is still on disk only. */
  readonly #loaded = new Set<Key>();
  readonly #written = new Set<Key>();
  /** Accounts as they are now, so that they are read from the VM once. */
  readonly #images = new Map<Key, MaybeAccount>();

  constructor(vm: Vm, archive: Archive) {
    this.#vm = vm;
    this.#archive = archive;
    const now = (address: Key) => this.now(address);
    this.index = new ProgramIndex(archive, now, () => this.#written);
    // Programs are put back at once; all other accounts when a transaction names them.
    for (const [address] of archive.executables()) this.load(address);
  }

  /** The account after the last transaction executed. */
  now(address: Key): MaybeAccount {
    const known = this.#images.get(address);
    if (known !== undefined) return known;
    this.load(address);
    const account = this.#vm.getAccount(address);
    if (this.#images.size >= IMAGES_KEPT) this.#images.clear();
    this.#images.set(address, account);
    return account;
  }

  /** The account as far as it counts. */
  at(address: Key, counts: Counts): MaybeAccount {
    const earlier = this.#versions.find(address, counts);
    return earlier === undefined ? this.now(address) : earlier;
  }

  /** Brings the account from disk to the VM, if it has not been there yet. */
  load(address: Key): void {
    if (this.#loaded.has(address)) return;
    this.#loaded.add(address);
    const stored = this.#archive.getAccount(address);
    if (stored) this.#put(address, stored);
  }

  /** What the VM has done to these accounts: those that changed. */
  readWritten(keys: readonly Key[]): AccountMap {
    const written: AccountMap = new Map();
    for (const key of keys) {
      const after = this.#vm.getAccount(key);
      if (!isSameAccount(this.now(key), after)) written.set(key, after);
    }
    return written;
  }

  /** Takes over what the VM has done. */
  accept(written: AccountMap, slot: bigint, group: bigint): void {
    for (const [key, after] of written) {
      const before = this.now(key);
      this.#versions.remember(key, before, slot, group);
      this.index.update(key, before, after);
      this.#images.set(key, after);
      this.#written.add(key);
    }
  }

  /** Undoes what the VM has done to these accounts, before it was accepted. */
  undo(written: AccountMap): void {
    for (const key of written.keys()) this.#vm.setAccount(key, this.now(key));
  }

  /** The VM has changed the account by itself. */
  forgetImage(address: Key): void {
    this.#images.delete(address);
  }

  /** Undoes what the VM was told about an account. */
  putBack(address: Key, before: MaybeAccount): void {
    this.#put(address, before);
  }

  /** Sets accounts from outside. */
  set(accounts: AccountMap, slot: bigint, group: bigint): void {
    for (const key of accounts.keys()) this.now(key);
    for (const [key, account] of accounts) this.#put(key, account);
    this.accept(accounts, slot, group);
  }

  /** Takes back everything that was accepted from this group on. */
  takeBack(group: bigint): void {
    for (const [key, before] of this.#versions.takeBack(group)) {
      this.index.update(key, this.now(key), before);
      this.#vm.setAccount(key, before);
      this.#images.set(key, before);
    }
  }

  /** Accounts whose last write does not count. */
  changedSince(counts: Counts): Iterable<Key> {
    return this.#versions.changedSince(counts);
  }

  forgetVersions(slot: bigint, group: bigint): void {
    this.#versions.forget(slot, group);
  }

  /** A program runs only when the VM is told so, with its code. */
  #put(address: Key, account: MaybeAccount): void {
    if (account && isProgram(account)) {
      const programData = programDataOf(account);
      this.load(programData);
      const data = this.#vm.getAccount(programData);
      if (data) {
        this.#vm.addProgram(address, programElf(data));
        this.#vm.setAccount(programData, data);
      }
    }
    this.#vm.setAccount(address, account);
  }
}
