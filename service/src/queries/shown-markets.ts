// Reads markets as they are shown: marked, if their oracle is disabled.

import { listMarkets, type MarketList, type MarketPage } from '../store/projection/list-markets.ts';
import { findMarket } from '../store/projection/market-cache.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { QueryContext } from './query-context.ts';

export class ShownMarkets {
  readonly #context: QueryContext;

  constructor(context: QueryContext) {
    this.#context = context;
  }

  async find(id: string): Promise<MarketView | undefined> {
    const { store, cache } = this.#context;
    const market = await findMarket(store, cache, id);
    return market && this.#mark(market);
  }

  /** What `find` would give at once; undefined if it would have to wait. */
  peek(id: string): MarketView | undefined {
    const { cache, disabledOracles } = this.#context;
    const market = cache.findView(id);
    return market && disabledOracles ? disabledOracles.peek(market) : market;
  }

  async list(page: MarketPage): Promise<MarketList> {
    const { chain, store, cache, config, disabledOracles } = this.#context;
    const moment = { now: chain.clock.now(), decimals: config.decimals };
    const list = await listMarkets(store, cache, page, moment);
    if (disabledOracles?.isEmpty !== false) return list;
    return { ...list, markets: await Promise.all(list.markets.map((each) => this.#mark(each))) };
  }

  /** While the chain does not answer, what was not read before is shown as it was. */
  async #mark(market: MarketView): Promise<MarketView> {
    const { chain, disabledOracles } = this.#context;
    const known = disabledOracles ? disabledOracles.peek(market) : market;
    if (known || chain.isAway()) return known ?? market;
    return disabledOracles?.mark(market).catch(() => market) ?? market;
  }
}
