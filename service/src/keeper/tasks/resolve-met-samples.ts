// Samples what open markets are about. A market with `any time before` ends when its samples say
// that it is met; the evidence is in the journal by then, so that nobody has to see it twice.
import { decidedBy } from '@tote/conditions/decided-by';
import { isBeforeExpiry, phaseAt } from '@tote/domain';
import type { MarketView } from '../../store/projection/market-view.ts';
import { resolveSampled } from '../resolve-sampled.ts';
import type { Task, TaskContext } from '../task.ts';

const POLL_MS = 250;
/** What others have recorded, or we before a restart. */
const LIST_EVERY_MS = 5_000;
const LISTED_MAX = 1_000;

export function resolveMetSamples(context: TaskContext): Task {
  const { chain, reads, sampler, wallMs } = context;
  let seen = -1;
  let listedMs = -Infinity;
  return {
    name: 'resolve-met-samples',
    atOnce: 8,
    pollMs: POLL_MS,
    wokenBy: [],
    async find(limit, canTry) {
      await sampler?.look();
      const decided = sampler?.decided ?? 0;
      if (decided === seen && wallMs() - listedMs < LIST_EVERY_MS) return [];
      const markets = await reads.listEvidencedMarkets(LISTED_MAX);
      const now = chain.clock.now();
      // From its expiry on the market is due anyway.
      const isEarly = (market: MarketView) => isBeforeExpiry(phaseAt(market, now));
      const open = markets.filter((market) => market.isTriggered && isEarly(market));
      const due = open.filter(({ id }) => canTry(id)).slice(0, limit);
      if (due.length === open.length) {
        seen = decided;
        listedMs = wallMs();
      }
      return due.map((market) => ({
        subject: market.id,
        run: (signal) => resolveOpen({ ...context, signal }, market),
      }));
    },
  };
}

/** The list may be older than the outcome. */
async function resolveOpen(context: TaskContext, { id }: MarketView): Promise<void> {
  const market = await context.reads.findMarket(id);
  if (!market || market.end) return;
  const decided = decidedBy(market, context.keys.oracle.address);
  if (decided.by === 'samples') await resolveSampled(context, market, decided.sampled);
}
