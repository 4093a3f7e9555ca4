// The outbox of the feed: rows with ids that grow by one, in the order in which they are committed.
// So a reader that has seen an id has seen everything before it.
import { type Selectable, sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { isPostgres } from '../engine.ts';
import type { JournalTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type FeedRow = Selectable<JournalTables['feed']>;
export type NewFeedRow = Omit<FeedRow, 'id'>;

/** "feed": held from here to the commit, so that nobody commits a higher id before a lower one. */
const LOCK = 0x6665_6564;

/** The last statement of a transaction: on PostgreSQL others wait for its commit. */
export async function insertFeedRows(db: Db, rows: readonly NewFeedRow[]): Promise<void> {
  if (rows.length === 0) return;
  // SQLite has one writer. It gives the next id by itself, and takes it back with the transaction.
  if (!isPostgres(db)) {
    await bulkInsert(db, { table: 'feed', columns: COLUMNS, rows, suffix: '' });
    return;
  }
  const ids = await takeIds(db);
  const numbered = rows.map((row, index) => ({ ...row, ...ids(index) }));
  await bulkInsert(db, { table: 'feed', columns: ['id', ...COLUMNS], rows: numbered, suffix: '' });
}

const COLUMNS = ['type', 'market_id', 'wallet', 'data', 'created_at'] as const;

async function takeIds(db: Db): Promise<(index: number) => { id: bigint }> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
  const { newest } = await findFeedBounds(db);
  return (index) => ({ id: newest + BigInt(index + 1) });
}

export interface FeedPage {
  after: bigint;
  /** Rows beyond this one are left out. */
  upTo?: bigint;
  marketId?: string;
  wallet?: string;
  limit: number;
}

/** Oldest first. */
export async function listFeedRows(db: Db, page: FeedPage): Promise<FeedRow[]> {
  let query = db.selectFrom('feed').selectAll().where('id', '>', page.after);
  if (page.upTo !== undefined) query = query.where('id', '<=', page.upTo);
  if (page.marketId !== undefined) query = query.where('market_id', '=', page.marketId);
  if (page.wallet !== undefined) query = query.where('wallet', '=', page.wallet);
  return query.orderBy('id').limit(page.limit).execute();
}

/** Zeros when nothing ever happened. */
export async function findFeedBounds(db: Db): Promise<{ oldest: bigint; newest: bigint }> {
  // Two subqueries: SQLite finds one end of a tree at once, but reads it all for both together.
  const { rows } = await sql<{ oldest: bigint | null; newest: bigint | null }>`
    select (select min(id) from feed) as oldest, (select max(id) from feed) as newest`.execute(db);
  return { oldest: rows[0]?.oldest ?? 0n, newest: rows[0]?.newest ?? 0n };
}

/**
 * Forgets the oldest rows that were written before this time, at most `limit`. The newest row
 * always stays: the next id is counted from it. Returns how many went.
 */
export async function pruneFeed(db: Db, beforeMs: number, limit: number): Promise<bigint> {
  const { oldest, newest } = await findFeedBounds(db);
  const { numDeletedRows } = await db
    .deleteFrom('feed')
    .where('id', '<', newest)
    .where('id', '<', oldest + BigInt(limit))
    .where('created_at', '<', BigInt(beforeMs))
    .executeTakeFirst();
  return numDeletedRows;
}
