// Applied transactions, and how far the indexer has read the chain.

import { bulkInsert, bulkInsertNew } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import type { Db } from '../store.ts';

export const PROGRAM_CURSOR = 'program';
/** Up to there transfers are missing, until a rebuild. Usually there is none. */
export const TRANSFERS_CURSOR = 'transfers-missing';
/** The table `listed_signatures` has everything back to here. Only while it is applied. */
export const BACKFILL_CURSOR = 'backfill-listed';
/** What happened up to here is not announced. Only until a rebuild has come so far. */
export const UNANNOUNCED_CURSOR = 'unannounced';

/** Everything up to this transaction has been applied. */
export interface Cursor {
  readonly signature: string;
  readonly slot: bigint;
}

export async function findCursor(db: Db, name: string): Promise<Cursor | undefined> {
  return db
    .selectFrom('cursors')
    .select(['signature', 'slot'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Never moves back: a slow replica must not overwrite the cursor of a faster one. */
export async function saveCursor(db: Db, name: string, { signature, slot }: Cursor): Promise<void> {
  await db
    .insertInto('cursors')
    .values({ name, signature, slot })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ signature, slot }).where('cursors.slot', '<=', slot),
    )
    .execute();
}

export async function deleteCursor(db: Db, name: string): Promise<void> {
  await db.deleteFrom('cursors').where('name', '=', name).execute();
}

export type ListedRow = ProjectionTables['listed_signatures'];

export async function insertListed(db: Db, rows: readonly ListedRow[]): Promise<void> {
  await bulkInsert(db, {
    table: 'listed_signatures',
    columns: ['position', 'signature', 'slot'],
    rows,
    suffix: '',
  });
}

export async function findOldestListed(db: Db): Promise<ListedRow | undefined> {
  const [row] = await listOldest(db, { limit: 1 });
  return row;
}

/** Oldest first. `after` is the position of the last one that the caller has. */
export async function listOldest(
  db: Db,
  { after, limit }: { after?: bigint; limit: number },
): Promise<ListedRow[]> {
  let query = db.selectFrom('listed_signatures').selectAll();
  if (after !== undefined) query = query.where('position', '<', after);
  return query.orderBy('position', 'desc').limit(limit).execute();
}

export async function countListed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('listed_signatures')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes what is applied: from the oldest up to this position. */
export async function deleteListed(db: Db, position: bigint): Promise<void> {
  await db.deleteFrom('listed_signatures').where('position', '>=', position).execute();
}

/** Below SQLite's limit of parameters in one statement. */
const BATCH = 1_000;

export async function findTransaction(
  db: Db,
  signature: string,
): Promise<TransactionRow | undefined> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('signature', '=', signature)
    .executeTakeFirst();
}

export async function findApplied(db: Db, signatures: readonly string[]): Promise<Set<string>> {
  const applied = new Set<string>();
  for (let from = 0; from < signatures.length; from += BATCH) {
    const rows = await db
      .selectFrom('transactions')
      .select('signature')
      .where('signature', 'in', signatures.slice(from, from + BATCH))
      .execute();
    for (const { signature } of rows) applied.add(signature);
  }
  return applied;
}

export async function listTransactionsBetween(
  db: Db,
  { fromSlot, toSlot }: { fromSlot: bigint; toSlot: bigint },
): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('signature')
    .where('slot', '>=', fromSlot)
    .where('slot', '<=', toSlot)
    .execute();
  return rows.map(({ signature }) => signature);
}

export async function findNewestSlot(db: Db): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('slot')
    .orderBy('slot', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.slot;
}

/** Failed transactions are left out: the embedded chain does not keep them. */
export async function findOldestSlot(db: Db): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('slot')
    .where('error', 'is', null)
    .orderBy('slot')
    .limit(1)
    .executeTakeFirst();
  return row?.slot;
}

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
