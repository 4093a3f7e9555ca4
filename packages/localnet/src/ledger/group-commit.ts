// Group commit: while one group of records is written to disk, the next one is collected.
import type { AccountMap, MaybeAccount } from './account.ts';
import type { ClockState } from './chain-clock.ts';
import type { Key } from './key.ts';
import type { LedgerRecord } from './record.ts';
import type { Store } from './store.ts';

/** Larger groups write more per flush, but then the threads start to wait for each other. */
const RECORDS_MAX = 32;

/** A group could not be written to disk. Its changes were rolled back. */
export class LedgerWriteError extends Error {}

interface PendingGroup<T> {
  id: bigint;
  records: LedgerRecord[];
  accounts: AccountMap;
  items: T[];
  stored?: { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void };
}

interface GroupHandlers<T> {
  clock(): ClockState;
  before(address: Key, group: bigint): MaybeAccount;
  confirmed(items: readonly T[]): void;
  failed(firstGroup: bigint): void;
}

export class GroupCommit<T> {
  readonly #store: Store;
  readonly #handlers: GroupHandlers<T>;
  readonly #queue: (() => void)[] = [];
  #open: PendingGroup<T>;
  #inFlight: PendingGroup<T> | undefined;
  #durable: bigint;

  constructor(store: Store, handlers: GroupHandlers<T>) {
    this.#store = store;
    this.#handlers = handlers;
    this.#durable = store.archive.lastGroup();
    this.#open = newGroup(this.#durable + 1n);
  }

  get openId(): bigint {
    return this.#open.id;
  }

  get openCount(): number {
    return this.#open.records.length;
  }

  get durable(): bigint {
    return this.#durable;
  }

  get isFull(): boolean {
    return this.#open.records.length >= RECORDS_MAX;
  }

  whenNotFull<R>(work: () => R): Promise<R> {
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
    // What is executed in one event-loop turn goes into one group, up to its limit: a hop to the
    // disk's thread costs more than the records in it.
    if (this.isFull) this.#flush();
    else if (this.#open.records.length === 1) setImmediate(() => this.#flush());
  }

  async store<R extends { group: bigint }>(work: () => R): Promise<R> {
    const done = this.isFull ? await this.whenNotFull(work) : work();
    await this.stored(done.group);
    return done;
  }

  stored(group: bigint): Promise<void> {
    if (group <= this.#durable) return Promise.resolve();
    const pending = this.#inFlight?.id === group ? this.#inFlight : this.#open;
    pending.stored ??= deferred();
    return pending.stored.promise;
  }

  drained(): Promise<void> {
    const { id, records } = this.#open;
    return this.stored(records.length > 0 ? id : id - 1n);
  }

  #flush(): void {
    if (this.#inFlight || this.#open.records.length === 0) return;
    const group = this.#open;
    this.#inFlight = group;
    this.#open = newGroup(group.id + 1n);
    const { id, records, accounts } = group;
    const before = (address: Key) => this.#handlers.before(address, id);
    this.#store.commit({ id, records, accounts, before, ...this.#handlers.clock() }).then(
      () => this.#confirm(group),
      (error: Error) => this.#fail(group, error),
    );
  }

  #confirm(group: PendingGroup<T>): void {
    this.#durable = group.id;
    this.#inFlight = undefined;
    this.#flush();
    this.#handlers.confirmed(group.items);
    group.stored?.resolve();
    this.#runQueue();
  }

  #fail(group: PendingGroup<T>, cause: Error): void {
    const next = this.#open;
    this.#handlers.failed(group.id);
    this.#inFlight = undefined;
    this.#open = newGroup(group.id);
    const error = new LedgerWriteError(`The ledger cannot be written: ${cause.message}`);
    group.stored?.reject(error);
    next.stored?.reject(error);
    this.#runQueue();
  }

  #runQueue(): void {
    while (this.#queue.length > 0 && !this.isFull) this.#queue.shift()?.();
  }
}

const newGroup = <T>(id: bigint): PendingGroup<T> => ({
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
