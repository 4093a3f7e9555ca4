// At its expiry a market on a fact gets its outcome from the account that decides it.
import { isOracleMarket } from '../../conditions/oracle-market.ts';
import { readCondition } from '../../conditions/read-condition.ts';
import { announceClosed } from '../announce-closed.ts';
import { Pager } from '../page-through.ts';
import { resolveFact } from '../resolve-fact.ts';
import type { Task, TaskContext } from '../task.ts';

export function resolveDueFacts(context: TaskContext): Task {
  const { chain, reads } = context;
  const pager = new Pager();
  return {
    name: 'resolve-due-facts',
    atOnce: 8,
    pollMs: 500,
    wokenBy: [],
    async find(limit, canTry) {
      const now = chain.clock.now();
      const markets = await pager.find(
        (page) => reads.listDueMarkets(now, page),
        (market) =>
          now < market.refundAt &&
          !isOracleMarket(market) &&
          canTry(market.id) &&
          readCondition(market.condition).type !== 'unknown',
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: async (signal) => {
          await announceClosed(context, market);
          await resolveFact({ ...context, signal }, market);
        },
      }));
    },
  };
}
