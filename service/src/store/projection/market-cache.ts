// Markets in memory, for the one process that a SQLite file has: it sees every change itself. With
// several replicas nothing is kept, because another one may have changed a market since.
import type { MarketRow } from './market-row.ts';
import { toMarketView } from './market-row.ts';
import type { MarketView } from './market-view.ts';

const MARKETS_MAX = 10_000;

interface Kept {
  readonly row: MarketRow;
  view?: MarketView;
}

export class MarketCache {
  readonly isOn: boolean;
  readonly #kept = new Map<string, Kept>();
  readonly #max: number;
  #version = 0;
  #changes = 0;

  constructor({ isOn, max = MARKETS_MAX }: { isOn: boolean; max?: number }) {
    this.isOn = isOn;
    this.#max = max;
  }

  /** Grows whenever a market begins or ends: what is kept of lists is then too old. */
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
    const kept = this.#find(id);
    if (!kept) return undefined;
    kept.view ??= toMarketView(kept.row);
    return kept.view;
  }

  /** What a read has found. A write may have been faster, then that one counts. */
  add(row: MarketRow): void {
    const known = this.#kept.get(row.id);
    if (!known || known.row.sequence < row.sequence) this.#put(row);
  }

  /** What was just committed. */
  set(row: MarketRow): void {
    const known = this.#kept.get(row.id)?.row;
    if (!known || known.state !== row.state) this.#version += 1;
    this.#changes += 1;
    this.#put(row);
  }

  drop(id: string): void {
    this.#kept.delete(id);
    this.#changes += 1;
    this.#version += 1;
  }

  clear(): void {
    this.#kept.clear();
    this.#changes += 1;
    this.#version += 1;
  }

  #find(id: string): Kept | undefined {
    const kept = this.#kept.get(id);
    if (!kept) return undefined;
    // The order of the map is the order of use.
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept;
  }

  #put(row: MarketRow): void {
    if (!this.isOn) return;
    this.#kept.delete(row.id);
    this.#kept.set(row.id, { row });
    if (this.#kept.size > this.#max) {
      this.#kept.delete(this.#kept.keys().next().value as string);
    }
  }
}
