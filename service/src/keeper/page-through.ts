import type { MarketPage } from '../store/projection/keeper-reads.ts';
import type { MarketView } from '../store/projection/market-view.ts';

/** The first page holds what is wanted, the next ones more: most markets may not be accepted. */
const PAGE_MIN = 16;
const PAGE_MAX = 100;
/** Markets looked at in one go. What is behind them comes the next time. */
const LOOKED_AT_MAX = 1_000;

type ListMarkets = (page: MarketPage) => Promise<readonly MarketView[]>;

/**
 * Goes through a list of markets from where it stopped the last time, and round again, so that
 * markets that nothing can be done about never hide those behind them.
 */
export class Pager {
  #after: MarketView | undefined;

  /** The first `limit` markets that are accepted. */
  async find(
    list: ListMarkets,
    accept: (market: MarketView) => boolean,
    limit: number,
  ): Promise<readonly MarketView[]> {
    const found = new Map<string, MarketView>();
    let isSecondRound = this.#after === undefined;
    let page = Math.max(PAGE_MIN, limit);
    for (let lookedAt = 0; lookedAt < LOOKED_AT_MAX; page *= 2) {
      const size = Math.min(page, PAGE_MAX, LOOKED_AT_MAX - lookedAt);
      const markets = await list({ limit: size, after: this.#after });
      for (const market of markets) {
        this.#after = market;
        lookedAt += 1;
        if (accept(market)) found.set(market.id, market);
        if (found.size === limit) return [...found.values()];
      }
      if (markets.length === size) continue;
      this.#after = undefined;
      if (isSecondRound) break;
      isSecondRound = true;
    }
    return [...found.values()];
  }
}
