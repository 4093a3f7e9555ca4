import type { MarketId } from '@tote/chain/ids';
import { type Currency, DomainError, LIMITS, type UnixSeconds, unixSeconds } from '@tote/domain';
import { MARKET_FLAGS } from '@tote/program-client';
import { type RawBuilder, sql } from 'kysely';
import { listRows } from '../statements.ts';
import type { Db, Store } from '../store.ts';
import {
  findList,
  IS_SHOWN,
  type MarketFilter,
  type MarketSort,
  type MarketStatus,
} from './find-list.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { findMarkets, type MarketCache } from './market-cache.ts';
import { type MarketRow, type MarketView, OPEN } from './market-view.ts';

export interface MarketPage extends MarketFilter {
  readonly status?: MarketStatus;
  readonly sort?: MarketSort;
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string;
}

interface ListedIds {
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
}

export interface MarketList extends Pick<ListedIds, 'nextCursor'> {
  readonly markets: readonly MarketView[];
}

interface Circumstances {
  readonly now: UnixSeconds;
  readonly decimals: Readonly<Record<Currency, number>>;
}

/** Without hidden ones and those whose condition is not what decides them. */
export async function listMarkets(
  store: Pick<Store, 'db'>,
  cache: MarketCache,
  page: MarketPage,
  circumstances: Circumstances,
): Promise<MarketList> {
  const { ids, nextCursor } = await findIds(store, cache, page, circumstances);
  return { markets: await findMarkets(store, cache, ids), nextCursor };
}

async function findIds(
  store: Pick<Store, 'db'>,
  cache: MarketCache,
  page: MarketPage,
  circumstances: Circumstances,
): Promise<ListedIds> {
  if (!cache.isOn) return listIds(store, page, circumstances);
  const lists = findLists(cache, page, circumstances);
  const key = keyOf(page);
  const cached = lists.get(key);
  if (cached) return cached;
  const found = await listIds(store, page, circumstances);
  // If something changed meanwhile, these are not the lists of now any more.
  if (lists.size < LISTS_MAX) lists.set(key, found);
  return found;
}

async function listIds(
  { db }: Pick<Store, 'db'>,
  page: MarketPage,
  { now, decimals }: Circumstances,
): Promise<ListedIds> {
  const { status, sort = 'newest', limit, offset, cursor: text, ...filter } = page;
  const max = LIMITS.longListOffsetMax;
  // There the rows before the page are read too, not only their places in an index.
  const isSlow = sort !== 'newest' || page.words !== undefined;
  if (isSlow && offset > max) throw new DomainError('offset_too_deep', { max });
  const cursor = text === undefined ? undefined : readCursor(text, sort);
  const at = cursor?.at ?? BigInt(now);
  const order = { sort, at, decimals };
  // One more says whether there is a next page.
  const query = { status, filter, order, after: cursor?.last, limit: limit + 1, offset, now };
  const entries = await findList(db, query);
  const last = entries.length > limit ? entries[limit - 1] : undefined;
  return {
    ids: entries.slice(0, limit).map(({ id }) => id),
    nextCursor: last ? writeCursor({ sort, at, last }) : null,
  };
}

interface CachedLists {
  readonly version: number;
  readonly now: UnixSeconds;
  readonly lists: Map<string, ListedIds>;
}

const LISTS_MAX = 256;
const cachedLists = new WeakMap<MarketCache, CachedLists>();
const cachedByVolume = new WeakMap<MarketCache, CachedLists>();

function findLists(cache: MarketCache, { sort }: MarketPage, { now }: Circumstances) {
  const isByVolume = sort === 'volume';
  const caches = isByVolume ? cachedByVolume : cachedLists;
  const version = isByVolume ? cache.changes : cache.version;
  let known = caches.get(cache);
  if (known?.version !== version || known.now !== now) {
    known = { version, now, lists: new Map() };
    caches.set(cache, known);
  }
  return known.lists;
}

/** Undefined values are left out of the text, which changes nothing. */
const keyOf = (page: MarketPage) => JSON.stringify(page, Object.keys(page).sort());

/** Markets with the same condition count as the same when they expire within this of each other. */
const CLOSE_SECONDS = 3_600;

interface AskedMarket {
  readonly questionKey: string;
  readonly conditionKey: string;
  readonly expiresAt: UnixSeconds;
  readonly now: UnixSeconds;
}

/** The open market that asks the same and expires nearest. Only those that delegates may bet in. */
export async function findSameMarket(
  db: Db,
  { questionKey, conditionKey, expiresAt, now }: AskedMarket,
) {
  const at = BigInt(expiresAt);
  const close = BigInt(CLOSE_SECONDS);
  const isLater = sql`question_key = ${questionKey} and expires_at >= ${at}`;
  const isEarlier = sql`question_key = ${questionKey} and expires_at < ${at}`;
  const isSame = sql`condition_key = ${conditionKey}
    and expires_at >= ${at - close} and expires_at <= ${at + close}`;
  const searches = [
    first(isLater, now, sql.raw('asc')),
    first(isEarlier, now, sql.raw('desc')),
    ...(conditionKey === '' ? [] : [first(isSame, now, sql.raw('asc'))]),
  ];
  const rows = await listRows<Row>(db)`${sql.join(searches, sql` union all `)}`;
  const distance = ({ expires_at }: Row) => (expires_at < at ? at - expires_at : expires_at - at);
  const [nearest] = rows.sort((a, b) => Number(distance(a) - distance(b)));
  return nearest && { id: nearest.id as MarketId, expiresAt: unixSeconds(nearest.expires_at) };
}

type Row = Pick<MarketRow, 'id' | 'expires_at'>;

/** One row by its index, so the cost does not grow with the number of such markets. */
function first(condition: RawBuilder<unknown>, now: UnixSeconds, order: RawBuilder<unknown>) {
  return sql`select * from (
    select id, expires_at from markets
    where ${condition} and expires_at > ${BigInt(now)} and state = ${OPEN}
      and mismatch is null and ${IS_SHOWN} and flags & ${BigInt(MARKET_FLAGS.custom)} = 0
    order by expires_at ${order} limit 1) as found`;
}
