// Publishes in the feed that a market takes no more bets.
import { addSeconds, type UnixSeconds, unixSeconds } from '@tote/domain';
import { batchClosed } from '../announce-closed.ts';
import { Pager } from '../pager.ts';
import type { Task, TaskContext } from '../task.ts';

/** Markets that others create may be indexed this late. */
const LATE_SECONDS_MAX = 60;

export function announceClosedMarkets(context: TaskContext): Task {
  const { chain, reads } = context;
  const pager = new Pager();
  const closed = batchClosed(context);
  const announced = new Map<string, UnixSeconds>();
  let from = unixSeconds(0);
  return {
    name: 'announce-closed-markets',
    atOnce: 64,
    pollMs: 1_000,
    wakesEachSecond: true,
    wokenBy: [],
    async find(limit, canTry) {
      const to = chain.clock.now();
      const markets = await pager.find(
        (page) => reads.listClosedMarkets({ from, to }, page),
        (market) => !announced.has(market.id) && canTry(market.id),
        limit,
      );
      // Only when everything up to now is announced may the next poll begin later.
      if (markets.length === 0) {
        from = unixSeconds(Math.max(from, addSeconds(to, -LATE_SECONDS_MAX)));
        for (const [id, closesAt] of announced) if (closesAt < from) announced.delete(id);
      }
      return markets.map((market) => ({
        subject: market.id,
        run: async () => {
          await closed.add(market);
          announced.set(market.id, market.closesAt);
        },
      }));
    },
  };
}
