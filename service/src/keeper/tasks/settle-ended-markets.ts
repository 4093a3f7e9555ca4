// Pays winnings and refunds of ended markets into the bettors' balances.
import { settleMarket } from '../../markets/settle-market.ts';
import { Pager } from '../pager.ts';
import { ENDING_TASKS, type Task, type TaskContext } from '../task.ts';

export function settleEndedMarkets(context: TaskContext): Task {
  const { chain, reads } = context;
  const pager = new Pager();
  return {
    name: 'settle-ended-markets',
    atOnce: 16,
    pollMs: 500,
    wokenBy: ENDING_TASKS,
    async find(limit, canTry) {
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listUnsettledMarkets(now, page),
        (market) => canTry(market.id),
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: async (signal) => {
          await settleMarket({ ...context, signal }, market);
        },
      }));
    },
  };
}
