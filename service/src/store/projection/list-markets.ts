import type { UnixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import type { Db, Store } from '../store.ts';
import { findMarkets } from './find-market.ts';
import type { MarketCache } from './market-cache.ts';
import type { MarketView } from './market-view.ts';

interface MarketPage {
  /** Left out: the open ones and those resolved in the last 24 hours. */
  readonly status?: 'open' | 'resolved';
  readonly limit: number;
  readonly offset: number;
  readonly now: UnixSeconds;
}

const RECENT_SECONDS = 24n * 60n * 60n;
/** So few are sorted in memory; more are found in the order in which they are listed. */
const RECENT_FEW = 1_000;

/** Newest first, without those whose condition is not what decides them. */
export async function listMarkets(
  store: Pick<Store, 'db'>,
  cache: MarketCache,
  page: MarketPage,
): Promise<MarketView[]> {
  const known = findKeptIds(cache, page);
  const ids = known ?? (await listIds(store.db, page));
  if (!known) keepIds(cache, page, ids);
  return findMarkets(store, cache, ids);
}

interface KeptLists {
  version: number;
  now: UnixSeconds;
  readonly lists: Map<string, readonly string[]>;
}

const LISTS_MAX = 256;
const kept = new WeakMap<MarketCache, KeptLists>();

/** Which markets a page shows changes only when one begins or ends, or a second passes. */
function findKeptIds(cache: MarketCache, page: MarketPage): readonly string[] | undefined {
  const { version, now, lists } = kept.get(cache) ?? NO_LISTS;
  if (!cache.isOn || version !== cache.version || now !== page.now) return undefined;
  return lists.get(keyOf(page));
}

const NO_LISTS: KeptLists = { version: -1, now: 0 as UnixSeconds, lists: new Map() };

function keepIds(cache: MarketCache, page: MarketPage, ids: readonly string[]): void {
  if (!cache.isOn) return;
  let known = kept.get(cache);
  if (known?.version !== cache.version || known.now !== page.now) {
    known = { version: cache.version, now: page.now, lists: new Map() };
    kept.set(cache, known);
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
      return mergeOpen(db, page, await listEnded(db, { after: now, isVetoed: true }));
    case 'resolved':
      return listResolved(db, page);
    case undefined: {
      const ended = await listEnded(db, { after: now - RECENT_SECONDS, isVetoed: false });
      // With many of them the first pages are found quickly in their own order.
      return ended.length > RECENT_FEW ? listRecent(db, page) : mergeOpen(db, page, ended);
    }
  }
}

interface Entry {
  readonly id: string;
  readonly created_at: bigint;
  readonly created_slot: bigint;
}

/** Markets that ended not long ago; `isVetoed`: only those whose outcome can still be vetoed. */
async function listEnded(
  db: Db,
  { after, isVetoed }: { after: bigint; isVetoed: boolean },
): Promise<Entry[]> {
  let query = db
    .selectFrom('markets')
    .select(['id', 'created_at', 'created_slot'])
    .where('veto_ends_at', 'is not', null)
    .where('veto_ends_at', '>', after)
    .where('mismatch', 'is', null);
  if (isVetoed) query = query.whereRef('veto_ends_at', '>', 'resolved_at').where('state', '=', 2n);
  return query.limit(RECENT_FEW + 1).execute();
}

async function mergeOpen(db: Db, page: MarketPage, ended: readonly Entry[]): Promise<string[]> {
  const { limit, offset } = page;
  // At least so many of those before the page are open.
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
