// The ledger on disk: one SQLite file. Groups of records are appended and flushed; that is when a
// transaction is confirmed. The query tables are filled from the groups afterwards ("indexing"),
// many groups at a time: writing them in the same step costs seven times as much. The table
// `unindexed` holds the groups that are not indexed yet. Accounts are stored and written in the
// order of their addresses. Markets are settled in that order too, so each page is written once.
// Ledgers of older versions have accounts in the order of creation.
import {
  type Account,
  type AccountMap,
  type MaybeAccount,
  packAccounts,
  unpackAccounts,
} from './account.ts';
import { SCHEMA } from './archive-tables.ts';
import type { ClockState } from './chain-clock.ts';
import { Database, type Row } from './database.ts';
import { type Key, keyBytes, toKey } from './key.ts';
import { readReceiptHead } from './packed-receipt.ts';
import { type Pruned, type Pruning, pruneNext } from './prune.ts';
import {
  type LedgerRecord,
  packRecords,
  RECORDS_PER_GROUP_MAX,
  readStoredRecords,
  seqOf,
  storeRecords,
  type TransactionRecord,
  unpackRecordAt,
  unpackRecords,
} from './record.ts';
import { accountsOf } from './transaction-accounts.ts';
import { readTransaction } from './wire.ts';

const ADDRESS_IDS_CACHED_MAX = 200_000;
const CACHE_KIB = 16_384;
export const GROUPS_INDEXED_AT_ONCE = 16;

export interface HistoryEntry {
  seq: bigint;
  signature: Key;
  slot: bigint;
  unixTimestamp: bigint;
  error: string | null;
}

export interface Group extends ClockState {
  id: bigint;
  records: readonly LedgerRecord[];
  accounts: AccountMap;
  before?: (address: Key) => MaybeAccount;
}

export interface PackedGroup extends ClockState {
  id: bigint;
  records: Uint8Array;
  accounts: Uint8Array;
}

export const packGroup = ({ records, accounts, before, ...rest }: Group): PackedGroup => ({
  ...rest,
  records: packRecords(records),
  accounts: packAccounts(accounts, before),
});

export class Archive {
  readonly #db: Database;
  readonly #addressIds = new Map<Key, bigint>();
  readonly #keepsSandbox: boolean;

  /** Without `keepsSandbox`, changes by the sandbox are dropped once they are in the accounts. */
  constructor(file: string, { isReader = false, keepsSandbox = true } = {}) {
    this.#db = new Database(file);
    this.#keepsSandbox = keepsSandbox;
    this.#db.exec('PRAGMA busy_timeout = 10000');
    if (isReader) {
      this.#db.exec('PRAGMA query_only = ON');
      return;
    }
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 4000');
    this.#db.exec(`PRAGMA synchronous = FULL; PRAGMA cache_size = -${CACHE_KIB}`);
    this.#db.exec(SCHEMA);
  }

  close(): void {
    this.#db.close();
  }

  append(group: PackedGroup): void {
    const records = storeRecords(group.records);
    this.#db.inTransaction(() => {
      this.#db.run('INSERT INTO groups (id, records) VALUES (?, ?)', group.id, records);
      this.#db.run('INSERT INTO unindexed (id, accounts) VALUES (?, ?)', group.id, group.accounts);
      this.#setClock(group);
    });
  }

  saveClock(clock: ClockState): void {
    this.#db.inTransaction(() => this.#setClock(clock));
  }

  setMeta(values: Record<string, string>): void {
    this.#db.inTransaction(() => {
      for (const [name, value] of Object.entries(values)) this.#setMeta(name, value);
    });
  }

  indexNext(): bigint | undefined {
    const rows = this.#db.all(
      'SELECT g.id, g.records, u.accounts FROM unindexed u JOIN groups g ON g.id = u.id ' +
        'ORDER BY u.id LIMIT ?',
      GROUPS_INDEXED_AT_ONCE,
    );
    if (rows.length === 0) return undefined;
    try {
      this.#inBackground(() => this.#indexRows(rows));
    } catch (error) {
      // Some of the cached ids belong to rows that were rolled back.
      this.#addressIds.clear();
      throw error;
    }
    return rows.at(-1)?.id as bigint;
  }

  pruneNext(pruning: Pruning): boolean {
    const before = this.#pruned();
    let after = before;
    this.#inBackground(() => {
      after = pruneNext(this.#db, before, pruning);
      if (after.group === before.group) return;
      this.#setMeta('prunedGroup', String(after.group));
      this.#setMeta('prunedTransactions', String(after.transactions));
    });
    return after.group !== before.group;
  }

  checkpoint(): void {
    this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }

  #pruned(): Pruned {
    const number = (name: string) => BigInt(this.getMeta(name) ?? 0);
    return { group: number('prunedGroup'), transactions: number('prunedTransactions') };
  }

  /** Not flushed, because it can be derived from the groups, and the next flush covers it. */
  #inBackground(work: () => void): void {
    this.#db.exec('PRAGMA synchronous = NORMAL');
    try {
      this.#db.inTransaction(work);
    } finally {
      this.#db.exec('PRAGMA synchronous = FULL');
    }
  }

  #indexRows(rows: Row[]): void {
    const accounts: AccountMap = new Map();
    const mentions: [bigint, bigint][] = [];
    const before = (address: Key) => {
      const changed = accounts.get(address);
      return changed === undefined ? this.getAccount(address) : changed;
    };
    for (const { id, records, accounts: written } of rows) {
      for (const [address, account] of unpackAccounts(written as Uint8Array, before)) {
        accounts.set(address, account);
      }
      let index = 0;
      let isNeeded = this.#keepsSandbox;
      for (const record of unpackStored(records)) {
        if (record.kind === 'transaction') {
          isNeeded = true;
          const seq = seqOf(id as bigint, index);
          for (const address of this.#indexRecord(seq, record)) mentions.push([address, seq]);
        }
        index += 1;
      }
      this.#db.run('DELETE FROM unindexed WHERE id = ?', id as bigint);
      if (!isNeeded) this.#db.run('DELETE FROM groups WHERE id = ?', id as bigint);
    }
    // In table order, so that each page is written once.
    mentions.sort(([a, seqA], [b, seqB]) => Number(a - b) || Number(seqA - seqB));
    for (const [address, seq] of mentions) {
      this.#db.run('INSERT OR IGNORE INTO history (address, seq) VALUES (?, ?)', address, seq);
    }
    const sorted = [...accounts].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [address, account] of sorted) this.#indexAccount(address, account);
  }

  #indexRecord(seq: bigint, record: TransactionRecord): bigint[] {
    const { signature, slot, unixTimestamp, bytes, receipt } = record;
    const { error, loaded } = readReceiptHead(receipt);
    this.#db.run(
      'INSERT INTO transactions (seq, signature, slot, time, error) VALUES (?, ?, ?, ?, ?)',
      seq,
      keyBytes(signature),
      slot,
      unixTimestamp,
      error === null ? null : JSON.stringify(error),
    );
    const { keys } = accountsOf(readTransaction(bytes), loaded);
    return keys.map((address) => this.#addressId(address));
  }

  #addressId(address: Key): bigint {
    const known = this.#addressIds.get(address);
    if (known !== undefined) return known;
    const id = this.#findAddressId(address) ?? this.#addAddress(address);
    if (this.#addressIds.size >= ADDRESS_IDS_CACHED_MAX) this.#addressIds.clear();
    this.#addressIds.set(address, id);
    return id;
  }

  #addAddress(address: Key): bigint {
    const sql = 'INSERT INTO addresses (address) VALUES (?)';
    return BigInt(this.#db.run(sql, keyBytes(address)).lastInsertRowid);
  }

  #findAddressId(address: Key): bigint | undefined {
    const row = this.#db.get('SELECT id FROM addresses WHERE address = ?', keyBytes(address));
    return row?.id as bigint | undefined;
  }

  #indexAccount(address: Key, account: Account | null): void {
    if (account === null) {
      this.#db.run('DELETE FROM accounts WHERE address = ?', keyBytes(address));
      return;
    }
    this.#db.run(
      'INSERT INTO accounts (address, lamports, owner, executable, data) VALUES (?, ?, ?, ?, ?) ' +
        'ON CONFLICT (address) DO UPDATE SET lamports = excluded.lamports, ' +
        'owner = excluded.owner, executable = excluded.executable, data = excluded.data',
      keyBytes(address),
      BigInt.asIntN(64, account.lamports),
      keyBytes(account.owner),
      account.isExecutable ? 1n : 0n,
      account.data,
    );
  }

  #setClock({ slot, unixTimestampMs, offsetMs }: ClockState): void {
    this.#setMeta('slot', String(slot));
    this.#setMeta('time', String(unixTimestampMs));
    this.#setMeta('offset', String(offsetMs));
  }

  #setMeta(name: string, value: string): void {
    this.#db.run(
      'INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    );
  }

  getMeta(name: string): string | undefined {
    return this.#db.get('SELECT value FROM meta WHERE name = ?', name)?.value as string | undefined;
  }

  lastGroup(): bigint {
    return (this.#db.get('SELECT max(id) AS id FROM groups')?.id as bigint | null) ?? 0n;
  }

  getAccount(address: Key): Account | null {
    const row = this.#db.get('SELECT * FROM accounts WHERE address = ?', keyBytes(address));
    return row ? readAccount(row) : null;
  }

  *accounts(): Iterable<[Key, Account]> {
    for (const row of this.#db.iterate('SELECT * FROM accounts')) {
      yield [toKey(row.address as Uint8Array), readAccount(row)];
    }
  }

  *addressesOf(owner: Key): Iterable<Key> {
    const sql = 'SELECT address FROM accounts WHERE owner = ?';
    for (const row of this.#db.iterate(sql, keyBytes(owner)))
      yield toKey(row.address as Uint8Array);
  }

  *valuesOf(owner: Key, offset: number, length: number): Iterable<[Key, Key]> {
    const sql = 'SELECT address, substr(data, ?, ?) AS value FROM accounts WHERE owner = ?';
    for (const row of this.#db.iterate(sql, offset + 1, length, keyBytes(owner))) {
      yield [toKey(row.address as Uint8Array), toKey(row.value as Uint8Array)];
    }
  }

  executables(): [Key, Account][] {
    return this.#db
      .all('SELECT * FROM accounts WHERE executable = 1')
      .map((row) => [toKey(row.address as Uint8Array), readAccount(row)]);
  }

  findEntry(signature: Key): HistoryEntry | undefined {
    const row = this.#db.get('SELECT * FROM transactions WHERE signature = ?', keyBytes(signature));
    return row && readEntry(row);
  }

  getRecord(seq: bigint): TransactionRecord | undefined {
    const row = this.#db.get(
      'SELECT records FROM groups WHERE id = ?',
      seq / RECORDS_PER_GROUP_MAX,
    );
    if (!row) return undefined;
    const index = Number(seq % RECORDS_PER_GROUP_MAX);
    const record = unpackRecordAt(readStoredRecords(row.records as Uint8Array), index);
    return record?.kind === 'transaction' ? record : undefined;
  }

  entriesSince(slot: bigint): HistoryEntry[] {
    return this.#db.all('SELECT * FROM transactions WHERE slot >= ?', slot).map(readEntry);
  }

  history(address: Key, before: bigint, until: bigint, limit: number): HistoryEntry[] {
    const id = this.#findAddressId(address);
    if (id === undefined) return [];
    return this.#db
      .all(
        'SELECT t.* FROM history h JOIN transactions t ON t.seq = h.seq ' +
          'WHERE h.address = ? AND h.seq < ? AND h.seq > ? ORDER BY h.seq DESC LIMIT ?',
        id,
        before,
        until,
        limit,
      )
      .map(readEntry);
  }

  *records(): Iterable<LedgerRecord> {
    for (const row of this.#db.iterate('SELECT records FROM groups ORDER BY id')) {
      yield* unpackStored(row.records);
    }
  }

  countTransactions(): bigint {
    const { n } = this.#db.get('SELECT count(*) AS n FROM transactions') as { n: bigint };
    return n + this.#pruned().transactions;
  }
}

const unpackStored = (records: unknown) => unpackRecords(readStoredRecords(records as Uint8Array));

function readAccount(row: Row): Account {
  return {
    lamports: BigInt.asUintN(64, row.lamports as bigint),
    owner: toKey(row.owner as Uint8Array),
    data: row.data as Uint8Array,
    isExecutable: row.executable === 1n,
  };
}

function readEntry(row: Row): HistoryEntry {
  return {
    seq: row.seq as bigint,
    signature: toKey(row.signature as Uint8Array),
    slot: row.slot as bigint,
    unixTimestamp: row.time as bigint,
    error: row.error as string | null,
  };
}
