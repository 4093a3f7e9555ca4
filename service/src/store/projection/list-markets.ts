// Lists markets for the API, newest first.
import type { UnixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import type { Db, Store } from '../store.ts';
import { findMarkets } from './find-market.ts';
import type { MarketCache } from './market-cache.ts';
import type { MarketView } from './market-view.ts';

interface MarketPage {
  /** By default: the open ones and those resolved in the last 24 hours. */
  readonly status?: 'open' | 'resolved';
  readonly limit: number;
  readonly offset: number;
  readonly now: UnixSeconds;
}

const RECENT_SECONDS = 24n * 60n * 60n;
/** Up to so many are merged in memory. With more, the database sorts. */
const RECENT_FEW = 1_000;

/** Without those whose condition is not what decides them. */
export async function listMarkets(
  store: Pick<Store, 'db'>,
  cache: MarketCache,
  page: MarketPage,
): Promise<MarketView[]> {
  const cached = findCachedIds(cache, page);
  const ids = cached ?? (await listIds(store.db, page));
  if (!cached) cacheIds(cache, page, ids);
  return findMarkets(store, cache, ids);
}

interface CachedLists {
  version: number;
  now: UnixSeconds;
  readonly lists: Map<string, readonly string[]>;
}

const LISTS_MAX = 256;
const cachedLists = new WeakMap<MarketCache, CachedLists>();

/** The ids of a page change only when a market begins or ends, or a second passes. */
function findCachedIds(cache: MarketCache, page: MarketPage): readonly string[] | undefined {
  const { version, now, lists } = cachedLists.get(cache) ?? NO_LISTS;
  if (!cache.isOn || version !== cache.version || now !== page.now) return undefined;
  return lists.get(keyOf(page));
}

const NO_LISTS: CachedLists = { version: -1, now: 0 as UnixSeconds, lists: new Map() };

function cacheIds(cache: MarketCache, page: MarketPage, ids: readonly string[]): void {
  if (!cache.isOn) return;
  let known = cachedLists.get(cache);
  if (known?.version !== cache.version || known.now !== page.now) {
    known = { version: cache.version, now: page.now, lists: new Map() };
    cachedLists.set(cache, known);
  }
  if (known.lists.size < LISTS_MAX) known.lists.set(keyOf(page), ids);
}

function keyOf({ status, limit, offset }: MarketPage): string {
  return `${status ?? 'recent'} ${limit} ${offset}`;
}

async function listIds(db: Db, page: MarketPage): Promise<string[]> {
  const now = BigInt(page.now);
  switch (page.status) {
    case 'open':
      return mergeOpen(db, page, await listEnded(db, { after: now, isVetoable: true }));
    case 'resolved':
      return listResolved(db, page);
    case undefined: {
      const ended = await listEnded(db, { after: now - RECENT_SECONDS, isVetoable: false });
      // With many, the database finds the first pages faster by their order.
      return ended.length > RECENT_FEW ? listRecent(db, page) : mergeOpen(db, page, ended);
    }
  }
}

interface Entry {
  readonly id: string;
  readonly created_at: bigint;
  readonly created_slot: bigint;
}

/** Markets that ended recently. `isVetoable`: only those whose outcome can still be vetoed. */
async function listEnded(
  db: Db,
  { after, isVetoable }: { after: bigint; isVetoable: boolean },
): Promise<Entry[]> {
  let query = db
    .selectFrom('markets')
    .select(['id', 'created_at', 'created_slot'])
    .where('veto_ends_at', 'is not', null)
    .where('veto_ends_at', '>', after)
    .where('mismatch', 'is', null);
  if (isVetoable) {
    query = query.whereRef('veto_ends_at', '>', 'resolved_at').where('state', '=', 2n);
  }
  return query.limit(RECENT_FEW + 1).execute();
}

async function mergeOpen(db: Db, page: MarketPage, ended: readonly Entry[]): Promise<string[]> {
  const { limit, offset } = page;
  // At least so many of the markets before the page are open ones.
  const from = Math.max(0, offset - ended.length);
  const open = await db
    .selectFrom('markets')
    .select(['id', 'created_at', 'created_slot'])
    .where('state', '=', 1n)
    .where('mismatch', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('created_slot', 'desc')
    .orderBy('id', 'desc')
    .limit(offset - from + limit)
    .offset(from)
    .execute();
  return [...open, ...ended]
    .sort(compare)
    .slice(offset - from, offset - from + limit)
    .map(({ id }) => id);
}

function compare(a: Entry, b: Entry): number {
  const order = b.created_at - a.created_at || b.created_slot - a.created_slot;
  if (order !== 0n) return order < 0n ? -1 : 1;
  return a.id > b.id ? -1 : 1;
}

const COLUMNS = sql.raw(
  'select id, created_at, created_slot from markets where mismatch is null and state =',
);
const ORDER = sql.raw('order by created_at desc, created_slot desc, id desc');

async function listRecent(db: Db, { limit, offset, now }: MarketPage): Promise<string[]> {
  const after = BigInt(now) - RECENT_SECONDS;
  const { rows } = await sql<Entry>`
    ${COLUMNS} 1 union all ${COLUMNS} 2 and veto_ends_at > ${after}
    union all ${COLUMNS} 3 and veto_ends_at > ${after}
    ${ORDER} limit ${BigInt(limit)} offset ${BigInt(offset)}`.execute(db);
  return rows.map(({ id }) => id);
}

async function listResolved(db: Db, { limit, offset, now }: MarketPage): Promise<string[]> {
  const isFinal = sql`(veto_ends_at <= ${BigInt(now)} or veto_ends_at = resolved_at)`;
  const { rows } = await sql<Entry>`
    ${COLUMNS} 2 and ${isFinal} union all ${COLUMNS} 3
    ${ORDER} limit ${BigInt(limit)} offset ${BigInt(offset)}`.execute(db);
  return rows.map(({ id }) => id);
}
