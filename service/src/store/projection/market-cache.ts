// A cache of the markets that were used last. Only for SQLite, where one process makes every change
// itself. With several replicas it is off, because another one may have changed a market.
import { type MarketRow, toMarketView } from './market-row.ts';
import type { MarketView } from './market-view.ts';

const MARKETS_MAX = 10_000;

interface Cached {
  readonly row: MarketRow;
  view?: MarketView;
}

export class MarketCache {
  readonly isOn: boolean;
  /**
   * When the younger half is full, the older one is dropped. So a use of the younger half, which is
   * the usual case, changes no map.
   */
  #younger = new Map<string, Cached>();
  #older = new Map<string, Cached>();
  readonly #max: number;
  #version = 0;
  #changes = 0;

  constructor({ isOn, max = MARKETS_MAX }: { isOn: boolean; max?: number }) {
    this.isOn = isOn;
    this.#max = max;
  }

  /** Grows whenever a market begins or ends: cached lists are then stale. */
  get version(): number {
    return this.#version;
  }

  /** Grows whenever anything of a market changes. */
  get changes(): number {
    return this.#changes;
  }

  findRow(id: string): MarketRow | undefined {
    return this.#find(id)?.row;
  }

  findView(id: string): MarketView | undefined {
    const cached = this.#find(id);
    if (!cached) return undefined;
    cached.view ??= toMarketView(cached.row);
    return cached.view;
  }

  /** Adds a row that was read. A newer row from a write stays. */
  add(row: MarketRow): void {
    const known = this.#find(row.id);
    if (!known || known.row.sequence < row.sequence) this.#put(row);
  }

  /** Sets a row that was just committed. */
  set(row: MarketRow): void {
    const known = this.#find(row.id)?.row;
    if (!known || known.state !== row.state) this.#version += 1;
    this.#changes += 1;
    this.#put(row);
  }

  drop(id: string): void {
    this.#younger.delete(id);
    this.#older.delete(id);
    this.#changes += 1;
    this.#version += 1;
  }

  clear(): void {
    this.#younger.clear();
    this.#older.clear();
    this.#changes += 1;
    this.#version += 1;
  }

  #find(id: string): Cached | undefined {
    const young = this.#younger.get(id);
    if (young) return young;
    const old = this.#older.get(id);
    if (old) this.#keep(id, old);
    return old;
  }

  #put(row: MarketRow): void {
    if (this.isOn) this.#keep(row.id, { row });
  }

  #keep(id: string, cached: Cached): void {
    this.#older.delete(id);
    this.#younger.set(id, cached);
    if (this.#younger.size < this.#max / 2) return;
    this.#older = this.#younger;
    this.#younger = new Map();
  }
}
