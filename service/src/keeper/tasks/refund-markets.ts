// Refunds every market that has no outcome at its refund date, whatever decides it.
import type { UnixSeconds } from '@tote/domain';
import type { DisabledOracles } from '../../markets/disabled-oracles.ts';
import { refundMarket, vetoMarket } from '../../markets/end-market.ts';
import type { MarketPage } from '../../store/projection/list-due-markets.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import {
  type ListMarkets,
  marketTask,
  Pager,
  type Task,
  type TaskContext,
  toJobs,
} from '../task.ts';

export function refundOverdueMarkets(context: TaskContext): Task {
  const timing = { atOnce: 4, pollMs: 1_000 };
  const list = (now: UnixSeconds, page: MarketPage) =>
    context.reads.listDueMarkets(now, page, 'overdue');
  return marketTask(context, { name: 'refund-overdue-markets', ...timing }, list, refundMarket);
}

// Refunds the markets of a disabled oracle: at once if they have no outcome, otherwise by a veto
// while its time runs. Anybody may do both.

export function refundDisabledMarkets(context: TaskContext, disabled: DisabledOracles): Task {
  const { chain, reads } = context;
  const [proposed, open] = [new Pager(), new Pager()];
  /** One request reads the accounts of a page. */
  const marking = (list: ListMarkets) => async (page: MarketPage) => {
    const markets = await list(page);
    await Promise.all(markets.map((market) => disabled.mark(market)));
    return markets;
  };
  return {
    name: 'refund-disabled-markets',
    atOnce: 16,
    pollMs: 5_000,
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
        ...toJobs(context, vetoable, vetoMarket),
        ...toJobs(context, refundable, refundMarket),
      ];
    },
  };
}
