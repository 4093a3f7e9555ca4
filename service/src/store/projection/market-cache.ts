// A cache of the markets that were used last. Only for SQLite, where one process makes every change
// itself. With several replicas it is off, because another one may have changed a market: there
// requests of one moment share a read.
import { parseMarketId } from '@tote/chain/ids';
import { Batcher } from '@tote/chain/lib/batcher';
import { RecentMap } from '@tote/chain/lib/recent-map';
import { listRows } from '../statements.ts';
import type { Db, Store } from '../store.ts';
import { type MarketRow, type MarketView, toMarketView } from './market-view.ts';

const MARKETS_MAX = 10_000;

export class MarketCache {
  readonly isOn: boolean;
  readonly #cached: RecentMap<string, { readonly row: MarketRow; view?: MarketView }>;
  /** Grows whenever a market begins or ends: cached lists are then stale. */
  version = 0;
  changes = 0;

  constructor({ isOn, max = MARKETS_MAX }: { isOn: boolean; max?: number }) {
    this.isOn = isOn;
    this.#cached = new RecentMap(max);
  }

  findRow(id: string): MarketRow | undefined {
    return this.#cached.get(id)?.row;
  }

  findView(id: string): MarketView | undefined {
    const cached = this.#cached.get(id);
    if (!cached) return undefined;
    cached.view ??= toMarketView(cached.row);
    return cached.view;
  }

  /** Adds a row that was read. A newer row from a write stays. */
  add(row: MarketRow): void {
    const known = this.#cached.get(row.id);
    if (!known || known.row.sequence < row.sequence) this.#put(row);
  }

  set(row: MarketRow): void {
    const known = this.#cached.get(row.id)?.row;
    if (!known || known.state !== row.state) this.version += 1;
    this.changes += 1;
    this.#put(row);
  }

  drop(id: string): void {
    this.#cached.delete(id);
    this.touch();
  }

  clear(): void {
    this.#cached.clear();
    this.touch();
  }

  /** All lists are stale. */
  touch(): void {
    this.changes += 1;
    this.version += 1;
  }

  #put(row: MarketRow): void {
    if (this.isOn) this.#cached.set(row.id, { row });
  }
}

export const findMarketRow = (db: Db, id: string): Promise<MarketRow | undefined> =>
  db.selectFrom('markets').selectAll().where('id', '=', id).executeTakeFirst();

export async function findMarket({ db }: Pick<Store, 'db'>, cache: MarketCache, id: string) {
  const cached = cache.findView(id);
  if (cached || !parseMarketId(id)) return cached;
  if (!cache.isOn) return readerOf(db).add(id);
  const row = await findMarketRow(db, id);
  return row && addToCache(cache, row);
}

type Reader = Batcher<string, MarketView | undefined>;

const readers = new WeakMap<Db, Reader>();
const READ_AT_ONCE = 500;

/**
 * Where nothing is cached, requests of one moment share a read: one statement, and one view of each
 * market. The read begins after each of them, so it is as new as one of its own (ADR 29).
 */
function readerOf(db: Db): Reader {
  let reader = readers.get(db);
  if (!reader) {
    reader = new Batcher({ atOnce: 2, take: READ_AT_ONCE, run: (ids) => readViews(db, ids) });
    readers.set(db, reader);
  }
  return reader;
}

async function readViews(db: Db, ids: readonly string[]): Promise<(MarketView | undefined)[]> {
  const wanted = [...new Set(ids)];
  const rows = await listRows<MarketRow>(db)`select * from markets where id = any(${wanted})`;
  const views = new Map(rows.map((row) => [row.id, toMarketView(row)]));
  return ids.map((id) => views.get(id));
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
  const all = db.selectFrom('markets').selectAll();
  const read = unknown.length === 0 ? [] : await all.where('id', 'in', unknown).execute();
  const rows = new Map(read.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const view = row ? addToCache(cache, row) : cache.findView(id);
    return view ? [view] : [];
  });
}
