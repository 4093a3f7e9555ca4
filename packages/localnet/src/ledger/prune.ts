// Removes old records from the ledger's file: what the sandbox set, and transactions that failed or
// use none of the kept programs. The accounts are not affected. The status of a failed transaction
// of a kept program stays: clients that remember its signature must not take it for a lost one.
import type { Database, Row } from './database.ts';
import { type Key, keyBytes } from './key.ts';
import { readReceiptHead } from './packed-receipt.ts';
import {
  type LedgerRecord,
  packRecords,
  readStoredRecords,
  seqOf,
  storeRecords,
  type TransactionRecord,
  unpackRecords,
} from './record.ts';
import { accountsOf } from './transaction-accounts.ts';
import { readTransaction } from './wire.ts';

export interface Pruning {
  programs: readonly Key[];
  before: bigint;
}

const GROUPS_AT_ONCE = 64;
const PRUNED: LedgerRecord = { kind: 'pruned' };

export interface Pruned {
  group: bigint;
  transactions: bigint;
}

export function pruneNext(db: Database, pruned: Pruned, pruning: Pruning): Pruned {
  // The newest group stays, because the next one is numbered after it.
  const rows = db.all(
    'SELECT id, records FROM groups WHERE id > ? AND id < (SELECT max(id) FROM groups) ' +
      'AND id < coalesce((SELECT min(id) FROM unindexed), id + 1) ORDER BY id LIMIT ?',
    pruned.group,
    GROUPS_AT_ONCE,
  );
  let { group, transactions } = pruned;
  for (const row of rows) {
    const removed = pruneGroup(db, row, pruning);
    if (removed === undefined) break;
    group = row.id as bigint;
    transactions += removed;
  }
  return { group, transactions };
}

function pruneGroup(db: Database, row: Row, { programs, before }: Pruning): bigint | undefined {
  const id = row.id as bigint;
  const records = [...unpackRecords(readStoredRecords(row.records as Uint8Array))];
  if (records.some((record) => record.kind !== 'pruned' && record.slot >= before)) return undefined;
  let transactions = 0n;
  const left = records.map((record, index): LedgerRecord => {
    if (record.kind !== 'transaction') return PRUNED;
    const { error, keys } = readMentions(record);
    const isOurs = keys.some((key) => programs.includes(key));
    if (isOurs && error === null) return record;
    const seq = seqOf(id, index);
    removeMentions(db, keys, seq);
    if (isOurs) return PRUNED;
    db.run('DELETE FROM transactions WHERE seq = ?', seq);
    transactions += 1n;
    return PRUNED;
  });
  // Others keep their place in the group, because their sequence numbers count from its start.
  if (left.every(({ kind }) => kind === 'pruned')) db.run('DELETE FROM groups WHERE id = ?', id);
  else if (left.some(({ kind }) => kind === 'pruned')) {
    const stored = storeRecords(packRecords(left));
    db.run('UPDATE groups SET records = ? WHERE id = ?', stored, id);
  }
  return transactions;
}

function readMentions({ bytes, receipt }: TransactionRecord) {
  const { error, loaded } = readReceiptHead(receipt);
  return { error, keys: accountsOf(readTransaction(bytes), loaded).keys };
}

function removeMentions(db: Database, keys: readonly Key[], seq: bigint): void {
  for (const key of keys) {
    db.run(
      'DELETE FROM history WHERE seq = ? AND ' +
        'address = (SELECT id FROM addresses WHERE address = ?)',
      seq,
      keyBytes(key),
    );
  }
}
