// Pages through a list of markets, continuing at each call where the last one stopped.
import type { MarketPage } from '../store/projection/keeper-reads.ts';
import type { MarketView } from '../store/projection/market-view.ts';

/** The first page has the wanted size, each further one twice as much: many may be rejected. */
const PAGE_MIN = 16;
const PAGE_MAX = 100;
/** Markets checked per call. The next call continues behind them. */
const CHECKED_MAX = 1_000;

type ListMarkets = (page: MarketPage) => Promise<readonly MarketView[]>;

/**
 * Continues where it stopped the last time and wraps around at the end, so that markets that cannot
 * be processed never block those behind them.
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
    for (let checked = 0; checked < CHECKED_MAX; page *= 2) {
      const size = Math.min(page, PAGE_MAX, CHECKED_MAX - checked);
      const markets = await list({ limit: size, after: this.#after });
      for (const market of markets) {
        this.#after = market;
        checked += 1;
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
