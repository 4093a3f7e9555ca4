// The outbox of the feed. Ids grow by one in the order of commits, so a reader that has seen an id
// has seen everything before it.
import { type Selectable, sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { isPostgres } from '../engine.ts';
import type { JournalTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type FeedRow = Selectable<JournalTables['feed']>;
export type NewFeedRow = Omit<FeedRow, 'id'>;

/** "feed": held until the commit, so that no higher id is committed before a lower one. */
const LOCK = 0x6665_6564;

/** To be the last statement of a transaction: on PostgreSQL others wait for its commit. */
export async function insertFeedRows(db: Db, rows: readonly NewFeedRow[]): Promise<void> {
  if (rows.length === 0) return;
  // SQLite has one writer. It assigns the next id itself, and a rollback frees the id.
  if (!isPostgres(db)) {
    await bulkInsert(db, { table: 'feed', columns: COLUMNS, rows, suffix: '' });
    return;
  }
  const ids = await allocateIds(db);
  const numbered = rows.map((row, index) => ({ ...row, ...ids(index) }));
  await bulkInsert(db, { table: 'feed', columns: ['id', ...COLUMNS], rows: numbered, suffix: '' });
}

const COLUMNS = ['type', 'market_id', 'wallet', 'data', 'created_at'] as const;

async function allocateIds(db: Db): Promise<(index: number) => { id: bigint }> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
  const { newest } = await findFeedBounds(db);
  return (index) => ({ id: newest + BigInt(index + 1) });
}

interface FeedPage {
  after: bigint;
  /** The last id, included. */
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

/** Zeros when the feed is empty. */
export async function findFeedBounds(db: Db): Promise<{ oldest: bigint; newest: bigint }> {
  // Two subqueries: SQLite finds one end of an index at once, but scans all of it for both.
  const { rows } = await sql<{ oldest: bigint | null; newest: bigint | null }>`
    select (select min(id) from feed) as oldest, (select max(id) from feed) as newest`.execute(db);
  return { oldest: rows[0]?.oldest ?? 0n, newest: rows[0]?.newest ?? 0n };
}

/**
 * Deletes the oldest rows that were written before this time, and returns their number. The newest
 * row stays, because the next id is counted from it. So do rows after one that is kept, or a reader
 * would not notice the gap: when the clock was set back, a later row has an earlier time.
 */
export async function pruneFeed(db: Db, beforeMs: number, limit: number): Promise<bigint> {
  const { oldest, newest } = await findFeedBounds(db);
  const end = oldest + BigInt(limit);
  const { kept } = await db
    .selectFrom('feed')
    .select((select) => select.fn.min<bigint | null>('id').as('kept'))
    .where('id', '<', end)
    .where('created_at', '>=', BigInt(beforeMs))
    .executeTakeFirstOrThrow();
  const { numDeletedRows } = await db
    .deleteFrom('feed')
    .where('id', '<', kept ?? end)
    .where('id', '<', newest)
    .executeTakeFirst();
  return numDeletedRows;
}
