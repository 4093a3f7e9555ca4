// Markets that the operator hides: they are in no list and take no bets here. Money and outcome are
// the chain's, so nothing else changes.
import type { ChainClock } from '@tote/chain/chain';
import { DomainError } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { followRows } from '../store/in-process.ts';
import {
  type HiddenMarket,
  listHiddenMarkets,
  saveHiddenMarket,
} from '../store/journal/hidden-markets.ts';
import type { MarketCache } from '../store/projection/market-cache.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Store } from '../store/store.ts';

interface HiddenMarketsOptions {
  readonly store: Store;
  readonly clock: Pick<ChainClock, 'now'>;
  readonly cache: Pick<MarketCache, 'touch'>;
}

export class HiddenMarkets {
  readonly #options: HiddenMarketsOptions;
  #hidden = new Map<string, HiddenMarket>();
  /** The same object for the same state, so that callers can cache what they render from it. */
  readonly #marked = new WeakMap<MarketView, MarketView>();
  #stop: () => void = () => undefined;

  constructor(options: HiddenMarketsOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#stop = await followRows(this.#options.store, 'hidden', () => this.#read());
  }

  stop(): void {
    this.#stop();
  }

  get ids(): readonly string[] {
    return [...this.#hidden.keys()];
  }

  mark(market: MarketView): MarketView {
    const hidden = this.#hidden.get(market.id);
    if (!hidden) return market;
    const known = this.#marked.get(market);
    if (known?.hidden?.hiddenAt === hidden.hiddenAt && known.hidden.reason === hidden.reason) {
      return known;
    }
    const marked = { ...market, hidden };
    this.#marked.set(market, marked);
    return marked;
  }

  list(): Promise<HiddenMarket[]> {
    return listHiddenMarkets(this.#options.store.db, false);
  }

  async hide({ wallet }: Caller, { id }: Pick<MarketView, 'id'>, reason: string) {
    const hiddenAt = this.#options.clock.now();
    return this.#save({ marketId: id, reason, hiddenBy: wallet, hiddenAt, unhiddenAt: null });
  }

  async unhide({ id, hidden }: Pick<MarketView, 'id' | 'hidden'>): Promise<HiddenMarket> {
    const resource = `hidden market ${id}`;
    if (!hidden) throw new DomainError('resource_not_found', { resource });
    return this.#save({ ...hidden, unhiddenAt: this.#options.clock.now() });
  }

  async #save(market: HiddenMarket): Promise<HiddenMarket> {
    const { store } = this.#options;
    await store.write((db) => saveHiddenMarket(db, market));
    await this.#read();
    await store.notify('hidden', market.marketId);
    return market;
  }

  async #read(): Promise<void> {
    const { store, cache } = this.#options;
    const hidden = await listHiddenMarkets(store.db, true);
    this.#hidden = new Map(hidden.map((market) => [market.marketId, market]));
    cache.touch();
  }
}
