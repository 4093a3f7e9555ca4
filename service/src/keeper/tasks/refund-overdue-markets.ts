// Refunds every market that has no outcome at its refund date, whatever decides it.
import { refundMarket } from '../../markets/refund-market.ts';
import { Pager } from '../pager.ts';
import type { Task, TaskContext } from '../task.ts';

export function refundOverdueMarkets(context: TaskContext): Task {
  const { chain, reads } = context;
  const pager = new Pager();
  return {
    name: 'refund-overdue-markets',
    atOnce: 4,
    pollMs: 1_000,
    wakesEachSecond: true,
    wokenBy: [],
    async find(limit, canTry) {
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listDueMarkets(now, page, 'overdue'),
        (market) => canTry(market.id),
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: (signal) => refundMarket({ ...context, signal }, market),
      }));
    },
  };
}
