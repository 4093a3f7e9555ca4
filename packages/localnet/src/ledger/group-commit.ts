// Groups of records on their way to disk: while one is being written, the next one gathers.
import type { AccountMap } from './account.ts';
import type { ClockState } from './chain-clock.ts';
import type { LedgerRecord } from './record.ts';
import type { Store } from './store.ts';

/** Larger groups write more per flush, but the threads begin to wait for each other. */
const RECORDS_MAX = 32;

/** The disk did not take a group: what was in it has been taken back. */
export class NotStored extends Error {}

interface Gathering<T> {
  id: bigint;
  records: LedgerRecord[];
  accounts: AccountMap;
  items: T[];
  waiting: { resolve: () => void; reject: (error: Error) => void }[];
}

export interface GroupHandlers<T> {
  clock(): ClockState;
  /** On disk: what was given with the group's records. */
  confirmed(items: readonly T[]): void;
  /** Not on disk, nor is anything behind it. */
  lost(firstGroup: bigint): void;
}

export class GroupCommit<T> {
  readonly #store: Store;
  readonly #handlers: GroupHandlers<T>;
  readonly #queue: (() => void)[] = [];
  #open: Gathering<T>;
  #inFlight: Gathering<T> | undefined;
  #durable: bigint;

  constructor(store: Store, handlers: GroupHandlers<T>) {
    this.#store = store;
    this.#handlers = handlers;
    this.#durable = store.archive.lastGroup();
    this.#open = gather(this.#durable + 1n);
  }

  /** The group that gathers now. */
  get openId(): bigint {
    return this.#open.id;
  }

  /** How many records it has. */
  get openCount(): number {
    return this.#open.records.length;
  }

  get durable(): bigint {
    return this.#durable;
  }

  get isIdle(): boolean {
    return !this.#inFlight && this.#open.records.length === 0;
  }

  /** Runs now, or when there is room in a group. */
  whenRoom(work: () => void): void {
    if (this.#isFull()) this.#queue.push(work);
    else work();
  }

  add(record: LedgerRecord, accounts: AccountMap, ...items: T[]): void {
    this.#open.records.push(record);
    this.#open.items.push(...items);
    for (const [key, account] of accounts) this.#open.accounts.set(key, account);
    // What is executed in the same turn goes into the same group: each journey to the disk's thread
    // costs more than what it carries.
    if (this.#open.records.length === 1) setImmediate(() => this.#flush());
  }

  /** Resolves when the group is on disk. */
  stored(group: bigint): Promise<void> {
    if (group <= this.#durable) return Promise.resolve();
    const gathering = this.#inFlight?.id === group ? this.#inFlight : this.#open;
    return new Promise((resolve, reject) => gathering.waiting.push({ resolve, reject }));
  }

  /** Resolves when everything that was added so far is on disk. */
  drained(): Promise<void> {
    const { id, records } = this.#open;
    return this.stored(records.length > 0 ? id : id - 1n);
  }

  #isFull(): boolean {
    return this.#inFlight !== undefined && this.#open.records.length >= RECORDS_MAX;
  }

  #flush(): void {
    if (this.#inFlight || this.#open.records.length === 0) return;
    const group = this.#open;
    this.#inFlight = group;
    this.#open = gather(group.id + 1n);
    const { id, records, accounts } = group;
    this.#store.commit({ id, records, accounts, ...this.#handlers.clock() }).then(
      () => this.#confirm(group),
      (error: Error) => this.#lose(group, error),
    );
  }

  #confirm(group: Gathering<T>): void {
    this.#durable = group.id;
    this.#inFlight = undefined;
    this.#flush();
    this.#handlers.confirmed(group.items);
    for (const { resolve } of group.waiting) resolve();
    this.#runQueue();
  }

  #lose(group: Gathering<T>, cause: Error): void {
    const { waiting } = this.#open;
    this.#handlers.lost(group.id);
    this.#inFlight = undefined;
    this.#open = gather(group.id);
    const error = new NotStored(`The ledger cannot be written: ${cause.message}`);
    for (const { reject } of [...group.waiting, ...waiting]) reject(error);
    this.#runQueue();
  }

  #runQueue(): void {
    while (this.#queue.length > 0 && !this.#isFull()) this.#queue.shift()?.();
  }
}

const gather = <T>(id: bigint): Gathering<T> => ({
  ...{ id, records: [], accounts: new Map(), items: [], waiting: [] },
});
