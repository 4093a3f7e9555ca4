// The state of all accounts, at each commitment. An account is loaded into the VM when a
// transaction first mentions it; until then it is on disk only.
import { RecentMap } from '@tote/chain/lib/recent-map';
import { type AccountMap, isSameAccount, type MaybeAccount } from './account.ts';
import type { Archive } from './archive.ts';
import type { Key } from './key.ts';
import { ProgramIndex } from './program-index.ts';
import { isProgram, programDataOf, programElf } from './programs.ts';
import { Versions, type WriteTime } from './versions.ts';
import type { Vm } from './vm.ts';

const CACHED_ACCOUNTS_MAX = 128_000;

export type IsVisible = (slot: bigint, group: bigint) => boolean;

export class AccountState {
  readonly index: ProgramIndex;
  readonly #vm: Vm;
  readonly #archive: Archive;
  readonly #versions = new Versions();
  readonly #loaded = new Set<Key>();
  readonly #written = new Set<Key>();
  /** Accounts that every VM starts with. The archive has them only after they are written. */
  readonly #builtIn = new Set<Key>();
  /** Current accounts, so that each is read from the VM once. */
  readonly #cache: RecentMap<Key, MaybeAccount>;

  constructor(vm: Vm, archive: Archive, { cachedMax = CACHED_ACCOUNTS_MAX } = {}) {
    this.#cache = new RecentMap(cachedMax);
    this.#vm = vm;
    this.#archive = archive;
    const now = (address: Key) => this.now(address);
    this.index = new ProgramIndex(archive, now, () => this.#written);
    // Programs are loaded at once, all other accounts when a transaction mentions them.
    for (const [address] of archive.executables()) this.load(address);
  }

  now(address: Key): MaybeAccount {
    const known = this.#cache.get(address);
    if (known !== undefined) return known;
    this.load(address);
    const account = this.#vm.getAccount(address);
    this.#cache.set(address, account);
    return account;
  }

  at(address: Key, isVisible: IsVisible): MaybeAccount {
    const earlier = this.#versions.find(address, isVisible);
    return earlier === undefined ? this.now(address) : earlier;
  }

  beforeGroup(address: Key, group: bigint): MaybeAccount {
    if (this.#builtIn.has(address)) return null;
    return this.at(address, (_, written) => written < group);
  }

  load(address: Key): void {
    if (this.#loaded.has(address)) return;
    this.#loaded.add(address);
    const stored = this.#archive.getAccount(address);
    if (stored) this.#put(address, stored);
    else if (this.#vm.getAccount(address)) this.#builtIn.add(address);
  }

  /**
   * Those of these accounts that the VM has changed. If only one program ran, an account of it has
   * the same owner as before, or its data is zeros: a program can give away an account only while
   * the data is zeros, and after that only the new owner can write.
   */
  readWritten(keys: readonly Key[], onlyProgram: Key | undefined): AccountMap {
    const written: AccountMap = new Map();
    for (const key of keys) {
      const before = this.now(key);
      const owner = before && before.owner === onlyProgram ? before.owner : undefined;
      const after = this.#vm.getAccount(key, owner);
      if (!isSameAccount(before, after)) written.set(key, after);
    }
    return written;
  }

  accept(written: AccountMap, at: WriteTime): void {
    for (const [key, after] of written) this.#record(key, this.now(key), after, at);
  }

  #record(key: Key, before: MaybeAccount, after: MaybeAccount, at: WriteTime): void {
    this.#versions.record(key, before, at);
    this.index.update(key, before, after);
    this.#cache.set(key, after);
    this.#written.add(key);
  }

  revert(written: AccountMap): void {
    for (const key of written.keys()) this.#vm.setAccount(key, this.now(key));
  }

  evict(address: Key): void {
    this.#cache.delete(address);
  }

  restore(address: Key, before: MaybeAccount): void {
    this.#put(address, before);
  }

  set(accounts: AccountMap, at: WriteTime): void {
    // Kept here, because there may be more than the cache has room for.
    const before = [...accounts.keys()].map((key) => this.now(key));
    for (const [key, account] of accounts) this.#put(key, account);
    let index = 0;
    for (const [key, after] of accounts) this.#record(key, before[index++] ?? null, after, at);
  }

  rollBack(group: bigint): void {
    for (const [key, before] of this.#versions.rollBack(group)) {
      this.index.update(key, this.now(key), before);
      this.#vm.setAccount(key, before);
      this.#cache.set(key, before);
    }
  }

  changedSince(isVisible: IsVisible): Iterable<Key> {
    return this.#versions.changedSince(isVisible);
  }

  pruneVersions(slot: bigint, group: bigint): void {
    this.#versions.prune(slot, group);
  }

  /** A program's code must be given to the VM separately, or it cannot run. */
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
