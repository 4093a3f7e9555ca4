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
  /** Made for the first who asks. */
  stored?: { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void };
}

interface GroupHandlers<T> {
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

  /** Whether work has to wait for room in a group: until the one before it is written. */
  get isFull(): boolean {
    return this.#open.records.length >= RECORDS_MAX;
  }

  /** Does the work as soon as there is room in a group. */
  whenRoom<R>(work: () => R): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#queue.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.#runQueue();
    });
  }

  add(record: LedgerRecord, accounts: AccountMap, ...items: T[]): void {
    this.#open.records.push(record);
    this.#open.items.push(...items);
    for (const [key, account] of accounts) this.#open.accounts.set(key, account);
    // What is executed in the same turn goes into the same group, as far as there is room: each
    // journey to the disk's thread costs more than what it carries.
    if (this.isFull) this.#flush();
    else if (this.#open.records.length === 1) setImmediate(() => this.#flush());
  }

  /** Does the work as soon as there is room in a group, and resolves when that is on disk. */
  async store<R extends { group: bigint }>(work: () => R): Promise<R> {
    const done = this.isFull ? await this.whenRoom(work) : work();
    await this.stored(done.group);
    return done;
  }

  /** Resolves when the group is on disk. */
  stored(group: bigint): Promise<void> {
    if (group <= this.#durable) return Promise.resolve();
    const gathering = this.#inFlight?.id === group ? this.#inFlight : this.#open;
    gathering.stored ??= deferred();
    return gathering.stored.promise;
  }

  /** Resolves when everything that was added so far is on disk. */
  drained(): Promise<void> {
    const { id, records } = this.#open;
    return this.stored(records.length > 0 ? id : id - 1n);
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
    group.stored?.resolve();
    this.#runQueue();
  }

  #lose(group: Gathering<T>, cause: Error): void {
    const behind = this.#open;
    this.#handlers.lost(group.id);
    this.#inFlight = undefined;
    this.#open = gather(group.id);
    const error = new NotStored(`The ledger cannot be written: ${cause.message}`);
    group.stored?.reject(error);
    behind.stored?.reject(error);
    this.#runQueue();
  }

  #runQueue(): void {
    while (this.#queue.length > 0 && !this.isFull) this.#queue.shift()?.();
  }
}

const gather = <T>(id: bigint): Gathering<T> => ({
  ...{ id, records: [], accounts: new Map(), items: [] },
});

function deferred() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
