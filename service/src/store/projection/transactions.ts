import { sql } from 'kysely';
import { bulkInsert, bulkInsertNew } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import type { Db } from '../store.ts';

export const PROGRAM_CURSOR = 'program';
/** The table `listed_signatures` has everything back to here. Only while it is applied. */
export const BACKFILL_CURSOR = 'backfill-listed';
/** What happened up to here is not announced. Only until a rebuild has come so far. */
export const UNANNOUNCED_CURSOR = 'unannounced';

export interface Cursor {
  readonly signature: string;
  readonly slot: bigint;
}

export async function findCursor(db: Db, name: string): Promise<Cursor | undefined> {
  const { rows } = await sql<Cursor>`select signature, slot from cursors
    where name = ${name}`.execute(db);
  return rows[0];
}

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

export async function insertListed(db: Db, rows: readonly ListedRow[]): Promise<void> {
  await bulkInsert(db, 'listed_signatures', rows);
}

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

export async function countListed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from listed_signatures`.execute(db);
  return Number(rows[0]?.count);
}

export async function deleteListed(db: Db, position: bigint): Promise<void> {
  await db.deleteFrom('listed_signatures').where('position', '>=', position).execute();
}

/** Below SQLite's limit of parameters in one statement. */
const BATCH = 1_000;

export async function findTransaction(db: Db, signature: string) {
  const { rows } = await sql<TransactionRow>`select * from transactions
    where signature = ${signature}`.execute(db);
  return rows[0];
}

export async function findApplied(db: Db, signatures: readonly string[]): Promise<Set<string>> {
  const applied = new Set<string>();
  for (let from = 0; from < signatures.length; from += BATCH) {
    const { rows } = await sql<{ signature: string }>`select signature from transactions
      where signature in (${sql.join(signatures.slice(from, from + BATCH))})`.execute(db);
    for (const { signature } of rows) applied.add(signature);
  }
  return applied;
}

export async function listTransactionsBetween(
  db: Db,
  { fromSlot, toSlot }: { fromSlot: bigint; toSlot: bigint },
): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`select signature from transactions
    where slot >= ${fromSlot} and slot <= ${toSlot}`.execute(db);
  return rows.map(({ signature }) => signature);
}

export async function findNewestSlot(db: Db): Promise<bigint | undefined> {
  const { rows } = await sql<{ slot: bigint }>`select slot from transactions
    order by slot desc limit 1`.execute(db);
  return rows[0]?.slot;
}

/** Failed transactions are left out: the embedded chain does not keep them. */
export async function findOldestSlot(db: Db): Promise<bigint | undefined> {
  const { rows } = await sql<{ slot: bigint }>`select slot from transactions
    where error is null order by slot limit 1`.execute(db);
  return rows[0]?.slot;
}

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
