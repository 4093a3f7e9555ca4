// Polls web sources, and resolves expired markets by them. Apart from the other measured markets:
// they must not wait for a source that hangs.
import { decidedBy } from '@tote/conditions/decided-by';
import { firstRoundAt } from '@tote/conditions/web-value';
import { phaseAt, type UnixSeconds } from '@tote/domain';
import type { MarketView } from '../../store/projection/market-view.ts';
import { announceAll, announceClosed } from '../announce.ts';
import { Pager } from '../pager.ts';
import { resolveWeb } from '../resolve-web.ts';
import type { Task, TaskContext } from '../task.ts';

export function resolveDueWeb(context: TaskContext): Task {
  const { chain, keys, reads, webPoller } = context;
  const pager = new Pager();
  const isDue = (market: MarketView, now: UnixSeconds): boolean => {
    const decided = decidedBy(market, keys.oracle.address);
    if (decided.by !== 'web' || phaseAt(market, now).state !== 'expired') return false;
    return now >= firstRoundAt(decided.condition, market.expiresAt);
  };
  return {
    name: 'resolve-due-web',
    atOnce: 16,
    pollMs: 500,
    wokenBy: [],
    async find(limit, canTry) {
      await webPoller?.pollDue();
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listMeasuredMarkets({ ...page, expiredBy: now, isWeb: true }),
        (market) => canTry(market.id) && isDue(market, now),
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: async (signal) => {
          const decided = decidedBy(market, keys.oracle.address);
          if (decided.by !== 'web') return;
          await announceAll(context, announceClosed, [market]);
          await resolveWeb({ ...context, signal }, market, decided.condition);
        },
      }));
    },
  };
}
