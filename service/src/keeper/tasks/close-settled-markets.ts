// Closes settled markets: their fees go to the vault and, from their expiry on, their rent back.
import { closeMarket } from '../../markets/close-market.ts';
import { Pager } from '../pager.ts';
import { ENDING_TASKS, type Task, type TaskContext } from '../task.ts';

export function closeSettledMarkets(context: TaskContext): Task {
  const { chain, reads } = context;
  const pager = new Pager();
  return {
    name: 'close-settled-markets',
    // They fit into one transaction. Outcomes and payouts are more urgent.
    atOnce: 12,
    pollMs: 1_000,
    yieldsTo: ['resolve-due-events', 'resolve-due-facts', 'settle-ended-markets'],
    // A market without bets has nothing to settle.
    wokenBy: ['settle-ended-markets', ...ENDING_TASKS],
    async find(limit, canTry) {
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listClosableMarkets(now, page),
        (market) => canTry(market.id),
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: (signal) => closeMarket({ ...context, signal }, market),
      }));
    },
  };
}
