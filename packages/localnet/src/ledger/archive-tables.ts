import type { Database } from './database.ts';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS groups (id INTEGER PRIMARY KEY, records BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS unindexed (id INTEGER PRIMARY KEY, accounts BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS accounts (
  address BLOB NOT NULL PRIMARY KEY, lamports INTEGER NOT NULL, owner BLOB NOT NULL,
  executable INTEGER NOT NULL, data BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS accounts_owner ON accounts (owner);
CREATE TABLE IF NOT EXISTS transactions (
  seq INTEGER PRIMARY KEY, signature BLOB NOT NULL UNIQUE, slot INTEGER NOT NULL,
  time INTEGER NOT NULL, error TEXT);
CREATE INDEX IF NOT EXISTS transactions_slot ON transactions (slot);
CREATE TABLE IF NOT EXISTS addresses (id INTEGER PRIMARY KEY, address BLOB NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS history (
  address INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (address, seq)) WITHOUT ROWID;
`;

/**
 * Format 2 had another table for groups that are not indexed. It stays, empty: a version that reads
 * only format 2 indexes what is in it before it refuses a newer ledger.
 */
const CONTINUE_FORMAT_2 = `
CREATE TABLE IF NOT EXISTS unfiled (id INTEGER PRIMARY KEY, accounts BLOB NOT NULL);
INSERT INTO unindexed (id, accounts) SELECT id, accounts FROM unfiled;
DELETE FROM unfiled;
`;

export function createTables(db: Database): void {
  db.exec(SCHEMA);
  db.inTransaction(() => db.exec(CONTINUE_FORMAT_2));
}
