// Finds the accounts of a program, and those with given bytes at an offset. The index for an offset
// and a length is built at its first use and updated from then on.
import type { Account, MaybeAccount } from './account.ts';
import type { Archive } from './archive.ts';
import { type Key, toKey } from './key.ts';

const INDEXES_PER_PROGRAM_MAX = 8;

interface Index {
  offset: number;
  length: number;
  byValue: Map<string, Set<Key>>;
}

interface Program {
  addresses: Set<Key>;
  indexes: Map<string, Index>;
}

export class ProgramIndex {
  readonly #programs = new Map<Key, Program>();
  readonly #archive: Archive;
  readonly #current: (address: Key) => MaybeAccount;
  readonly #written: () => Iterable<Key>;

  constructor(
    archive: Archive,
    current: (address: Key) => MaybeAccount,
    written: () => Iterable<Key>,
  ) {
    this.#archive = archive;
    this.#current = current;
    this.#written = written;
  }

  update(address: Key, before: MaybeAccount, after: MaybeAccount): void {
    if (before && after && before.owner === after.owner) {
      this.#move(address, before, after);
      return;
    }
    if (before) this.#remove(address, before);
    if (after) this.#add(address, after);
  }

  /** Most writes change no indexed bytes, and then nothing is done. */
  #move(address: Key, before: Account, after: Account): void {
    const program = this.#programs.get(after.owner);
    if (!program) return;
    for (const index of program.indexes.values()) {
      if (isSameAt(before, after, index)) continue;
      removeFrom(index, address, bytesAt(before, index));
      addTo(index, address, bytesAt(after, index));
    }
  }

  #remove(address: Key, account: Account): void {
    const program = this.#programs.get(account.owner);
    if (!program) return;
    program.addresses.delete(address);
    for (const index of program.indexes.values()) {
      removeFrom(index, address, bytesAt(account, index));
    }
  }

  #add(address: Key, account: Account): void {
    const program = this.#programs.get(account.owner);
    if (!program) return;
    program.addresses.add(address);
    for (const index of program.indexes.values()) {
      addTo(index, address, bytesAt(account, index));
    }
  }

  addresses(owner: Key): ReadonlySet<Key> {
    return this.#program(owner).addresses;
  }

  find(owner: Key, offset: number, bytes: Uint8Array): ReadonlySet<Key> {
    const program = this.#program(owner);
    const name = `${offset}:${bytes.length}`;
    let index = program.indexes.get(name);
    if (index) {
      program.indexes.delete(name);
    } else {
      index = this.#build(owner, offset, bytes.length);
    }
    program.indexes.set(name, index);
    const [oldest] = program.indexes.keys();
    if (program.indexes.size > INDEXES_PER_PROGRAM_MAX && oldest) program.indexes.delete(oldest);
    return index.byValue.get(toKey(bytes)) ?? new Set();
  }

  #build(owner: Key, offset: number, length: number): Index {
    const index: Index = { offset, length, byValue: new Map() };
    const written = new Set(this.#written());
    for (const [address, value] of this.#archive.valuesOf(owner, offset, length)) {
      if (!written.has(address)) addTo(index, address, value);
    }
    for (const address of written) {
      const account = this.#current(address);
      if (account?.owner === owner) addTo(index, address, bytesAt(account, index));
    }
    return index;
  }

  #program(owner: Key): Program {
    const known = this.#programs.get(owner);
    if (known) return known;
    const addresses = new Set<Key>();
    for (const address of this.#archive.addressesOf(owner)) addresses.add(address);
    for (const address of this.#written()) {
      if (this.#current(address)?.owner === owner) addresses.add(address);
      else addresses.delete(address);
    }
    const program: Program = { addresses, indexes: new Map() };
    this.#programs.set(owner, program);
    return program;
  }
}

function addTo(index: Index, address: Key, value: string): void {
  const set = index.byValue.get(value);
  if (set) set.add(address);
  else index.byValue.set(value, new Set([address]));
}

function removeFrom(index: Index, address: Key, value: string): void {
  const set = index.byValue.get(value);
  set?.delete(address);
  if (set?.size === 0) index.byValue.delete(value);
}

function isSameAt({ data: before }: Account, { data: after }: Account, range: Index): boolean {
  if (before.length !== after.length) return false;
  const end = Math.min(range.offset + range.length, before.length);
  for (let at = range.offset; at < end; at += 1) if (before[at] !== after[at]) return false;
  return true;
}

const bytesAt = ({ data }: Account, { offset, length }: Index): string =>
  toKey(data.subarray(offset, offset + length));
