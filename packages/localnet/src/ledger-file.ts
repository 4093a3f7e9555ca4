import { Archive } from './ledger/archive.ts';

/** Creates the tables of this version's ledger in a file, for rows that come from a backup. */
export function createLedgerFile(file: string): void {
  new Archive(file).close();
}
