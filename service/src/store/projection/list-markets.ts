import { type Currency, DomainError, LIMITS, type UnixSeconds } from '@tote/domain';
import type { Store } from '../store.ts';
import { findList, type MarketFilter, type MarketSort, type MarketStatus } from './find-list.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { findMarkets, type MarketCache } from './market-cache.ts';

import type { MarketView } from './market-view.ts';

export interface MarketPage extends MarketFilter {
  readonly status?: MarketStatus;
  readonly sort?: MarketSort;
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string;
}

export interface MarketList {
  readonly markets: readonly MarketView[];
  readonly nextCursor: string | null;
}

interface Circumstances {
  readonly now: UnixSeconds;
  readonly decimals: Readonly<Record<Currency, number>>;
}

/** Without those whose condition is not what decides them. */
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

interface ListedIds {
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
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
/** The ids of a page change only when a market begins or ends, or time passes. */
const cachedLists = new WeakMap<MarketCache, CachedLists>();
/** By volume they change with each bet, too. */
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
