import { parseMarketId } from '@tote/chain/ids';
import type { Db, Store } from '../store.ts';
import type { MarketCache } from './market-cache.ts';
import { type MarketRow, toMarketView } from './market-row.ts';
import type { MarketView } from './market-view.ts';

export async function findMarketRow(db: Db, id: string): Promise<MarketRow | undefined> {
  return db.selectFrom('markets').selectAll().where('id', '=', id).executeTakeFirst();
}

/** From the cache where this process is the only writer. */
export async function findMarket(
  { db }: Pick<Store, 'db'>,
  cache: MarketCache,
  id: string,
): Promise<MarketView | undefined> {
  const cached = cache.findView(id);
  if (cached || !parseMarketId(id)) return cached;
  const row = await findMarketRow(db, id);
  return row && addToCache(cache, row);
}

/** Gives the same object for the same state, so that callers can cache what they render from it. */
function addToCache(cache: MarketCache, row: MarketRow): MarketView {
  cache.add(row);
  return cache.findView(row.id) ?? toMarketView(row);
}

/** In the order of the ids. Those that do not exist are left out. */
export async function findMarkets(
  { db }: Pick<Store, 'db'>,
  cache: MarketCache,
  ids: readonly string[],
): Promise<MarketView[]> {
  const unknown = ids.filter((id) => !cache.findRow(id));
  const read = unknown.length === 0 ? [] : await selectMarkets(db, unknown);
  const rows = new Map(read.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const view = row ? addToCache(cache, row) : cache.findView(id);
    return view ? [view] : [];
  });
}

async function selectMarkets(db: Db, ids: readonly string[]): Promise<MarketRow[]> {
  return db.selectFrom('markets').selectAll().where('id', 'in', ids).execute();
}
