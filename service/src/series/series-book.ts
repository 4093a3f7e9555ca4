// Says of a market which series it is a round of, without a query.
import { followRows } from '../store/in-process.ts';
import { listSeriesOwners, seriesOfNonce } from '../store/journal/series.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Store } from '../store/store.ts';

export class SeriesBook {
  #owners: ReadonlyMap<string, string> = new Map();

  /** Learns of new series until the function that it returns is called. */
  static async open(store: Store): Promise<{ book: SeriesBook; close: () => void }> {
    const book = new SeriesBook();
    const close = await followRows(store, 'series', async () => {
      const owners = await listSeriesOwners(store.db);
      // Series are never deleted, so the larger one is the newer one.
      if (owners.size >= book.#owners.size) book.#owners = owners;
    });
    return { book, close };
  }

  get isEmpty(): boolean {
    return this.#owners.size === 0;
  }

  /** For a series that was made just now. */
  add(id: string, wallet: string): void {
    this.#owners = new Map(this.#owners).set(id, wallet);
  }

  findOwner(id: string): string | undefined {
    return this.#owners.get(id);
  }

  /** Anybody may use its nonces on chain, but only its owner's markets are its rounds. */
  seriesOf({ creator, nonce }: Pick<MarketView, 'creator' | 'nonce'>): string | undefined {
    const id = seriesOfNonce(nonce);
    return id !== undefined && this.#owners.get(id) === creator ? id : undefined;
  }
}
