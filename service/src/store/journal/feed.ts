// The outbox of the feed. Ids grow by one in the order of commits, so a reader that has seen an id
// has seen everything before it.
import type { UnixSeconds } from '@tote/domain';
import { type Selectable, sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { isPostgres } from '../engine.ts';
import { IS_STAKEHOLDER_EVENT } from '../migrations/0016-feed-of-wallets.ts';
import type { JournalTables } from '../schema.ts';
import type { Db } from '../store.ts';
import { getSetting, setSetting } from './settings.ts';

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
  await lock(db);
  const { newest } = await findFeedBounds(db);
  return (index) => ({ id: newest + BigInt(index + 1) });
}

async function lock(db: Db): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
}

/** A row that is no event: the next id is counted from it. */
const START = 'feed.start';
/** A setting: what a restored backup does not have may have been in the feed. */
export const RESTORED = 'feed-restored';
const MICROSECONDS = 1_000_000n;

/**
 * A lost database must not give ids to new events that readers have seen with others. So the ids of
 * a new database begin at the chain's time in microseconds, and they do so again after a backup was
 * restored. That is above all ids before, unless there were a million events per second, and below
 * 2^53 until the year 2255. Readers find out that their id is unknown: `findFeedStart`.
 */
export async function startFeed(
  db: Db,
  { now, wallMs }: { now: UnixSeconds; wallMs: number },
): Promise<void> {
  await lock(db);
  const { newest } = await findFeedBounds(db);
  const isRestored = (await getSetting(db, RESTORED)) === 'yes';
  if (newest > 0n && !isRestored) return;
  const wanted = BigInt(now) * MICROSECONDS;
  const id = wanted > newest ? wanted : newest + 1n;
  const row = { id, type: START, market_id: null, wallet: null, data: '{}' };
  await db
    .insertInto('feed')
    .values({ ...row, created_at: BigInt(wallMs) })
    .execute();
  if (isRestored) await setSetting(db, RESTORED, 'no');
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
  query = query.where('type', '<>', START);
  if (page.upTo !== undefined) query = query.where('id', '<=', page.upTo);
  if (page.marketId !== undefined) query = query.where('market_id', '=', page.marketId);
  if (page.wallet !== undefined) query = query.where('wallet', '=', page.wallet);
  return query.orderBy('id').limit(page.limit).execute();
}

/** The events after an id that concern everybody with a stake in one of these markets. */
export async function listStakeholderRows(
  db: Db,
  marketIds: Iterable<string>,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<FeedRow[]> {
  const ids = [...marketIds];
  if (ids.length === 0) return [];
  const isTheirs = isPostgres(db)
    ? sql<boolean>`market_id = any(${ids}::text[])`
    : sql<boolean>`market_id in (select value from json_each(${JSON.stringify(ids)}))`;
  return db
    .selectFrom('feed')
    .selectAll()
    .where(sql.raw<boolean>(IS_STAKEHOLDER_EVENT))
    .where(isTheirs)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .orderBy('id')
    .execute();
}

/** The markets in which the wallet was paid after this event. */
export async function listSettledMarkets(db: Db, wallet: string, after: bigint): Promise<string[]> {
  const rows = await db
    .selectFrom('feed')
    .select('market_id')
    .where('wallet', '=', wallet)
    .where('id', '>', after)
    .where('type', '=', 'position.settled')
    .execute();
  return rows.flatMap(({ market_id }) => market_id ?? []);
}

/** Where a stream begins that asks for the events after an id. */
export interface FeedStart {
  readonly after: bigint;
  /** Whether the feed has the event with the id that was asked for, so that nothing is missing. */
  readonly isKnown: boolean;
}

/**
 * An id is unknown if its event is no longer kept, was in a database that is lost, or never was.
 * Then a stream goes on with the oldest event, or with new ones if the id is above all. 0 asks for
 * everything.
 */
export async function findFeedStart(db: Db, asked: bigint): Promise<FeedStart> {
  const { oldest, newest } = await findFeedBounds(db);
  const before = oldest > 0n ? oldest - 1n : 0n;
  const isAll = asked === 0n;
  if (isAll || asked < oldest) return { after: before, isKnown: isAll || asked === before };
  if (asked > newest) return { after: newest, isKnown: false };
  const next = await db
    .selectFrom('feed')
    .select('id')
    .where('id', '>=', asked)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  // Ids are missing only before a row that is no event, so nothing is left out here.
  return { after: next.id, isKnown: next.id === asked };
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
