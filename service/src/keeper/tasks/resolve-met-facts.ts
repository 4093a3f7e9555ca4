// Resolves markets with `any time before` as soon as their fact is met. Anybody may do the same;
// who is first makes no difference.
import type { MarketView } from '../../store/projection/market-view.ts';
import { resolveFact } from '../resolve-fact.ts';
import type { Task, TaskContext } from '../task.ts';
import { WatchedFacts } from '../watched-facts.ts';

export function resolveMetFacts(context: TaskContext): Task {
  const facts = new WatchedFacts(context);
  return {
    name: 'resolve-met-facts',
    part: 'resolve-met-facts',
    atOnce: 8,
    get pollMs() {
      return facts.pauseMs;
    },
    wokenBy: [],
    listen: (wake) => facts.listen(wake),
    async find(limit, canTry) {
      const met = await facts.findMet(limit, canTry);
      return met.slice(0, limit).map((market) => ({
        subject: market.id,
        run: (signal) => resolveOpen({ ...context, signal }, market),
      }));
    },
  };
}

/** The watched market may have ended since it was listed. */
async function resolveOpen(context: TaskContext, { id }: MarketView): Promise<void> {
  const market = await context.reads.findMarket(id);
  if (market && !market.end) await resolveFact(context, market, { commitment: 'processed' });
}
