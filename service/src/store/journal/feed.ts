// The outbox of the feed. Ids grow by one in the order of commits, so a reader that has seen an id
// has seen everything before it.
import type { UnixSeconds } from '@tote/domain';
import {
  CompiledQuery,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { JournalTables, Tables } from '../schema.ts';
import { findRow, findValue, isPostgres, listRows, listValues, withHint } from '../statements.ts';
import type { Db } from '../store.ts';
import { getSetting, setSetting } from './settings.ts';

export type FeedRow = Selectable<JournalTables['feed']>;

export interface NewFeedRow extends Omit<FeedRow, 'id' | 'bettors'> {
  /** Whom each of several events is about, all different. Left out: the row is one event. */
  readonly bettors?: readonly string[];
}

/** "feed": held until the commit, so that no higher id is committed before a lower one. */
const LOCK = 0x6665_6564;

/** To be the last statement of a transaction: on PostgreSQL others wait for its commit. */
export async function insertFeedRows(db: Db, rows: readonly NewFeedRow[]): Promise<void> {
  if (rows.length === 0) return;
  if (isPostgres(db)) return insertNumbered(db, rows);
  // SQLite has one writer. It assigns the next id itself, and a rollback frees the id.
  if (rows.some(({ bettors }) => bettors)) return insertGroups(db, rows);
  await bulkInsert(db, 'feed', rows as readonly Omit<NewFeedRow, 'bettors'>[]);
}

const COLUMNS = ['type', 'market_id', 'wallet', 'data', 'created_at'] as const;
const GROUP_COLUMNS = ['bettors', ...COLUMNS] as const;
const countEvents = ({ bettors }: NewFeedRow) => bettors?.length ?? 1;
const withText = (row: NewFeedRow) => ({
  ...row,
  bettors: row.bettors ? JSON.stringify(row.bettors) : null,
});

async function insertNumbered(db: Db, rows: readonly NewFeedRow[]): Promise<void> {
  await lockFeed(db);
  let { newest: id } = await findFeedBounds(db);
  const entries: Tables['feed_bettors'][] = [];
  const numbered = rows.map((row) => {
    id += BigInt(countEvents(row));
    for (const bettor of row.bettors ?? []) entries.push({ bettor, feed_id: id });
    return { id, ...withText(row) };
  });
  await bulkInsert(db, 'feed', numbered);
  await bulkInsert(db, 'feed_bettors', entries);
}

/** For SQLite: the statements count the ids from the newest one. */
async function insertGroups(db: Db, rows: readonly NewFeedRow[]): Promise<void> {
  const values = rows.flatMap((row) => {
    const stored = withText(row);
    return [countEvents(row), ...GROUP_COLUMNS.map((column) => stored[column])];
  });
  const insert = `insert into feed (id, ${GROUP_COLUMNS.join(', ')})
    values ((select coalesce(max(id), 0) from feed) + ?, ?, ?, ?, ?, ?, ?)`;
  await executeForEach(db, insert, values, rows.length);
  const lists: unknown[] = [];
  let after = 0;
  for (const row of [...rows].reverse()) {
    lists.push(after, JSON.stringify(row.bettors ?? []));
    after += countEvents(row);
  }
  const entries = `insert into feed_bettors (bettor, feed_id)
    select value, (select max(id) from feed) - ? from json_each(?)`;
  await executeForEach(db, entries, lists, rows.length);
}

async function executeForEach(db: Db, text: string, values: unknown[], rows: number) {
  await db.executeQuery(withHint(CompiledQuery.raw(text, values), { rows, isDeferred: true }));
}

export async function lockFeed(db: Db): Promise<void> {
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
export async function startFeed(db: Db, { now, wallMs }: { now: UnixSeconds; wallMs: number }) {
  await lockFeed(db);
  const { newest } = await findFeedBounds(db);
  const isRestored = (await getSetting(db, RESTORED)) === 'yes';
  if (newest > 0n && !isRestored) return;
  const wanted = toMicroseconds(now, wallMs);
  const id = wanted > newest ? wanted : newest + 1n;
  const row = { id, bettors: null, type: START, market_id: null, wallet: null, data: '{}' };
  await bulkInsert(db, 'feed', [{ ...row, created_at: BigInt(wallMs) }]);
  if (isRestored) await setSetting(db, RESTORED, 'no');
}

/** The wall clock says which part of the second it is: a service may start twice in one. */
function toMicroseconds(now: UnixSeconds, wallMs: number): bigint {
  const part = Math.min(Math.max(wallMs - now * 1_000, 0), 999);
  return BigInt(now) * MICROSECONDS + BigInt(Math.floor(part)) * 1_000n;
}

export type FeedStart = Readonly<Awaited<ReturnType<typeof findFeedStart>>>;

/**
 * An id is unknown if its event is no longer kept, was in a database that is lost, or never was.
 * Then a stream goes on with the oldest event, or with new ones if the id is above all. 0 asks for
 * everything.
 */
export async function findFeedStart(db: Db, asked: bigint) {
  const { oldest, newest } = await findFeedBounds(db);
  const before = oldest > 0n ? oldest - 1n : 0n;
  const isAll = asked === 0n;
  if (isAll || asked < oldest) return { after: before, isKnown: isAll || asked === before };
  if (asked > newest) return { after: newest, isKnown: false };
  const next = (await findRow<FeedRow>(db)`select * from feed where id >= ${asked}
    order by id limit 1`) as FeedRow;
  if (asked >= firstIdOf(next)) return { after: asked, isKnown: true };
  // Ids are missing only before a row that is no event, so nothing is left out here.
  return { after: next.id, isKnown: false };
}

export const byId = (a: FeedRow, b: FeedRow) => (a.id < b.id ? -1 : 1);

export const firstIdOf = (row: Pick<FeedRow, 'id' | 'bettors'>) =>
  row.id - BigInt(bettorsOf(row)?.length ?? 1) + 1n;

export const bettorsOf = ({ bettors }: Pick<FeedRow, 'bettors'>): readonly string[] | undefined =>
  bettors === null ? undefined : JSON.parse(bettors);

export async function findFeedBounds(db: Db): Promise<{ oldest: bigint; newest: bigint }> {
  // Two subqueries: SQLite finds one end of an index at once, but scans all of it for both.
  const first = await findRow<Pick<FeedRow, 'id' | 'bettors'> & { newest: bigint }>(db)`
    select id, bettors, (select max(id) from feed) as newest from feed order by id limit 1`;
  return first ? { oldest: firstIdOf(first), newest: first.newest } : { oldest: 0n, newest: 0n };
}

/**
 * Deletes the oldest rows that were written before this time, and returns their number. The newest
 * row stays, because the next id is counted from it. So do rows after one that is kept, or a reader
 * would not notice the gap: when the clock was set back, a later row has an earlier time.
 */
export async function pruneFeed(db: Db, beforeMs: number, limit: number): Promise<bigint> {
  const { oldest, newest } = await findFeedBounds(db);
  const end = oldest + BigInt(limit);
  const kept = await findValue<bigint | null>(db)`select min(id) as kept from feed
    where id < ${end} and created_at >= ${BigInt(beforeMs)}`;
  const isOld = sql<boolean>`feed.id < ${kept ?? end} and feed.id < ${newest}`;
  await deleteEntries(db, isOld);
  const { numAffectedRows = 0n } = await sql`delete from feed where ${isOld}`.execute(db);
  return numAffectedRows;
}

async function deleteEntries(db: Db, isOld: RawBuilder<boolean>): Promise<void> {
  const [bettor, list] = isPostgres(db)
    ? [sql`one`, sql`json_array_elements_text(bettors::json) as one`]
    : [sql`one.value`, sql`json_each(bettors) as one`];
  await sql`delete from feed_bettors where (bettor, feed_id) in (
    select ${bettor}, feed.id from feed, ${list}
    where bettors is not null and ${isOld})`.execute(db);
}

/** Events of a market that concern everybody with a stake in it. There are few of them. */
export const STAKEHOLDER_EVENTS = [
  'market.closed',
  'market.proposed',
  'market.vetoed',
  'market.resolved',
  'market.refunded',
] as const;

// Literally as in the index `feed_stakeholder_events`, or the engines would not use it.
const IS_STAKEHOLDER_EVENT = sql<boolean>`type in (${sql.join(STAKEHOLDER_EVENTS.map(sql.lit))})`;

interface FeedPage {
  after: bigint;
  upTo?: bigint;
  marketId?: string;
  markets?: ReadonlySet<string>;
  wallet?: string;
  limit: number;
}

export async function listFeedRows(db: Db, page: FeedPage): Promise<FeedRow[]> {
  const { wallet, limit } = page;
  const all = db.selectFrom('feed').selectAll('feed');
  if (wallet === undefined) return take(db, all, 'feed.id', page);
  const own = await take(db, all.where('wallet', '=', wallet), 'feed.id', page);
  const inGroups = all
    .innerJoin('feed_bettors', 'feed_bettors.feed_id', 'feed.id')
    .where('bettor', '=', bettorOf(wallet));
  const both = [...own, ...(await take(db, inGroups, 'feed_id', page))];
  return both.sort(byId).slice(0, limit);
}

export const listNewestRows = (
  db: Db,
  { upTo, limit }: { readonly upTo: bigint; readonly limit: number },
) =>
  listRows<FeedRow>(db)`select * from feed where id <= ${upTo}
    and type <> ${START} order by id desc limit ${limit}`;

function take<T extends 'feed' | 'feed_bettors'>(
  db: Db,
  query: SelectQueryBuilder<Tables, T, FeedRow>,
  id: 'feed.id' | 'feed_id',
  { after, upTo, marketId, markets, limit }: FeedPage,
): Promise<FeedRow[]> {
  const column = sql.ref<bigint>(id);
  let selected = query.where(sql<boolean>`${column} > ${after} and type <> ${START}`);
  if (upTo !== undefined) selected = selected.where(sql<boolean>`${column} <= ${upTo}`);
  if (marketId !== undefined) selected = selected.where(sql<boolean>`market_id = ${marketId}`);
  if (markets) selected = selected.where(isOneOf(db, [...markets]));
  return selected.orderBy(column).limit(limit).execute();
}

const bettorOf = (wallet: string) =>
  sql<string>`(select address from bettors where wallet = ${wallet} limit 1)`;

const isOneOf = (db: Db, marketIds: readonly string[]) =>
  isPostgres(db)
    ? sql<boolean>`market_id = any(${marketIds}::text[])`
    : sql<boolean>`market_id in (select value from json_each(${JSON.stringify(marketIds)}))`;

export async function listStakeholderRows(
  db: Db,
  marketIds: Iterable<string>,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<FeedRow[]> {
  const ids = [...marketIds];
  if (ids.length === 0) return [];
  return listRows<FeedRow>(db)`select * from feed
    where ${IS_STAKEHOLDER_EVENT} and ${isOneOf(db, ids)} and id > ${after} and id <= ${upTo}
    order by id`;
}

export async function listSettledMarkets(db: Db, wallet: string, after: bigint): Promise<string[]> {
  const ids = await listValues<string | null>(db)`
    select market_id from feed
      where wallet = ${wallet} and id > ${after} and type = 'position.settled'
    union all select market_id from feed_bettors join feed on feed.id = feed_id
      where bettor = ${bettorOf(wallet)} and feed_id > ${after}`;
  return ids.filter((id) => id !== null);
}
