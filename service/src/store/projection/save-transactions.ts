import { bulkInsertNew } from '../bulk-insert.ts';
import type { ProjectionTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type TransactionRow = ProjectionTables['transactions'];

/** Gives the signatures that are new. The replica that inserts a transaction applies it. */
export async function insertTransactions(
  db: Db,
  rows: readonly TransactionRow[],
): Promise<Set<string>> {
  const inserted = await bulkInsertNew<'transactions', { signature: string }>(db, {
    table: 'transactions',
    columns: ['signature', 'slot', 'block_time', 'error'],
    // Sorted, so that two replicas that insert the same ones do not deadlock.
    rows: [...rows].sort((a, b) => (a.signature < b.signature ? -1 : 1)),
    suffix: 'on conflict (signature) do nothing',
    returning: 'signature',
  });
  return new Set((inserted === 'all' ? rows : inserted).map(({ signature }) => signature));
}

export async function deleteTransactions(db: Db, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return;
  await db.deleteFrom('transactions').where('signature', 'in', signatures).execute();
}
