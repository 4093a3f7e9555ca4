// Resolves expired measured markets, by their samples.
import { decidedBy } from '@tote/conditions/decided-by';
import { phaseAt } from '@tote/domain';
import { announceAll, announceClosed } from '../announce.ts';
import { Pager } from '../pager.ts';
import { resolveSampled } from '../resolve-sampled.ts';
import type { Task, TaskContext } from '../task.ts';

export function resolveDueSamples(context: TaskContext): Task {
  const { chain, keys, reads } = context;
  const pager = new Pager();
  return {
    name: 'resolve-due-samples',
    atOnce: 8,
    pollMs: 500,
    wokenBy: [],
    async find(limit, canTry) {
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listMeasuredMarkets({ ...page, expiredBy: now }),
        (market) =>
          phaseAt(market, now).state === 'expired' &&
          canTry(market.id) &&
          decidedBy(market, keys.oracle.address).by === 'samples',
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: async (signal) => {
          const decided = decidedBy(market, keys.oracle.address);
          if (decided.by !== 'samples') return;
          await announceAll(context, announceClosed, [market]);
          await resolveSampled({ ...context, signal }, market, decided.sampled);
        },
      }));
    },
  };
}
