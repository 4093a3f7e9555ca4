// Refunds the markets of a disabled oracle: at once if they have no outcome, otherwise by a veto
// while its time runs. Anybody may do both.
import type { DisabledOracles } from '../../markets/disabled-oracles.ts';
import { refundMarket, vetoMarket } from '../../markets/refund-market.ts';
import type { MarketPage } from '../../store/projection/keeper-reads.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { Pager } from '../pager.ts';
import type { Task, TaskContext } from '../task.ts';

type List = (page: MarketPage) => Promise<readonly MarketView[]>;

export function refundDisabledMarkets(context: TaskContext, disabled: DisabledOracles): Task {
  const { chain, reads } = context;
  const [proposed, open] = [new Pager(), new Pager()];
  /** One request reads the accounts of a page. */
  const marking = (list: List) => async (page: MarketPage) => {
    const markets = await list(page);
    await Promise.all(markets.map((market) => disabled.mark(market)));
    return markets;
  };
  return {
    name: 'refund-disabled-markets',
    atOnce: 16,
    pollMs: 5_000,
    wokenBy: [],
    async find(limit, canTry) {
      if (disabled.isEmpty) return [];
      const now = chain.clock.now();
      const isDue = (market: MarketView) =>
        canTry(market.id) && disabled.peek(market)?.isOracleDisabled === true;
      const listProposed = marking((page) => reads.listProposedMarkets(now, page));
      const listOpen = marking((page) => reads.listOracleMarkets(page));
      const vetoable = await proposed.find(listProposed, isDue, limit);
      const refundable = await open.find(listOpen, isDue, limit);
      // Vetoes first: their time ends.
      return [
        ...vetoable.map((market) => ({ market, end: vetoMarket })),
        ...refundable.map((market) => ({ market, end: refundMarket })),
      ].map(({ market, end }) => ({
        subject: market.id,
        run: (signal) => end({ ...context, signal }, market),
      }));
    },
  };
}
