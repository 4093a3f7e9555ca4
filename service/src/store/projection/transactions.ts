import { sql } from 'kysely';
import { bulkInsert, bulkInsertNew } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import { findRow, findValue, listValues } from '../statements.ts';
import type { Db } from '../store.ts';

export const PROGRAM_CURSOR = 'program';
/** The table `listed_signatures` has everything back to here. Only while it is applied. */
export const BACKFILL_CURSOR = 'backfill-listed';
/** What happened up to here is not announced. Only until a rebuild has come so far. */
export const UNANNOUNCED_CURSOR = 'unannounced';

export type Cursor = Readonly<Omit<ProjectionTables['cursors'], 'name'>>;

export const findCursor = (db: Db, name: string) =>
  findRow<Cursor>(db)`select signature, slot from cursors where name = ${name}`;

/** Never moves back: a slow replica must not overwrite the cursor of a faster one. */
export async function saveCursor(db: Db, name: string, { signature, slot }: Cursor): Promise<void> {
  const suffix = `on conflict (name) do update set signature = excluded.signature,
    slot = excluded.slot where cursors.slot <= excluded.slot`;
  await bulkInsert(db, 'cursors', [{ name, signature, slot }], suffix);
}

export async function deleteCursor(db: Db, name: string): Promise<void> {
  await db.deleteFrom('cursors').where('name', '=', name).execute();
}

export type ListedRow = ProjectionTables['listed_signatures'];

export const insertListed = (db: Db, rows: readonly ListedRow[]): Promise<void> =>
  bulkInsert(db, 'listed_signatures', rows);

export async function findOldestListed(db: Db): Promise<ListedRow | undefined> {
  const [row] = await listOldest(db, { limit: 1 });
  return row;
}

/** Oldest first. `after` is the position of the last one that the caller has. */
export async function listOldest(db: Db, { after, limit }: { after?: bigint; limit: number }) {
  let query = db.selectFrom('listed_signatures').selectAll();
  if (after !== undefined) query = query.where('position', '<', after);
  return query.orderBy('position', 'desc').limit(limit).execute();
}

export const countListed = async (db: Db) =>
  Number(await findValue<bigint>(db)`select count(*) as count from listed_signatures`);

export async function deleteListed(db: Db, position: bigint): Promise<void> {
  await db.deleteFrom('listed_signatures').where('position', '>=', position).execute();
}

/** Below SQLite's limit of parameters in one statement. */
const BATCH = 1_000;

export const findTransaction = (db: Db, signature: string) =>
  findRow<TransactionRow>(db)`select * from transactions where signature = ${signature}`;

export async function findApplied(db: Db, signatures: readonly string[]): Promise<Set<string>> {
  const applied = new Set<string>();
  for (let from = 0; from < signatures.length; from += BATCH) {
    const found = await listValues<string>(db)`select signature from transactions
      where signature in (${sql.join(signatures.slice(from, from + BATCH))})`;
    for (const signature of found) applied.add(signature);
  }
  return applied;
}

export const listTransactionsBetween = (
  db: Db,
  { fromSlot, toSlot }: { fromSlot: bigint; toSlot: bigint },
) =>
  listValues<string>(db)`select signature from transactions
    where slot >= ${fromSlot} and slot <= ${toSlot}`;

export const findNewestSlot = (db: Db) =>
  findValue<bigint>(db)`select slot from transactions order by slot desc limit 1`;

/** Failed transactions are left out: the embedded chain does not keep them. */
export const findOldestSlot = (db: Db) =>
  findValue<bigint>(db)`select slot from transactions
    where error is null order by slot limit 1`;

export type TransactionRow = ProjectionTables['transactions'];

/** Gives the signatures that are new. The replica that inserts a transaction applies it. */
export async function insertTransactions(db: Db, rows: readonly TransactionRow[]) {
  // Sorted, so that two replicas that insert the same ones do not deadlock.
  const sorted = [...rows].sort((a, b) => (a.signature < b.signature ? -1 : 1));
  type New = Pick<TransactionRow, 'signature'>;
  const inserted = await bulkInsertNew<New>(db, 'transactions', sorted, 'signature');
  return new Set((inserted === 'all' ? rows : inserted).map(({ signature }) => signature));
}

export async function deleteTransactions(db: Db, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return;
  await db.deleteFrom('transactions').where('signature', 'in', signatures).execute();
}
