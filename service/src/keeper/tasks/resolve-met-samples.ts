// Takes the due samples of open measured markets, and resolves markets with `any time before` whose
// samples or web sources meet the condition. The evidence is stored by then.
import { decidedBy } from '@tote/conditions/decided-by';
import { isBeforeExpiry, phaseAt } from '@tote/domain';
import type { MarketView } from '../../store/projection/market-view.ts';
import { resolveSampled } from '../resolve-sampled.ts';
import { resolveWeb } from '../resolve-web.ts';
import { MEASURED, type Task, type TaskContext, toJobs } from '../task.ts';

const POLL_MS = 250;
const LIST_EVERY_MS = 5_000;
const LISTED_MAX = 1_000;

export function resolveMetSamples(context: TaskContext): Task {
  const { chain, reads, sampler, webPoller, wallMs } = context;
  let seenCount = -1;
  let listedMs = -Infinity;
  return {
    name: 'resolve-met-samples',
    part: MEASURED,
    atOnce: 8,
    pollMs: POLL_MS,
    wokenBy: [],
    begin() {
      sampler?.forget();
      listedMs = -Infinity;
    },
    async find(limit, canTry) {
      await sampler?.sampleDue();
      const evidenceCount = (sampler?.evidenceCount ?? 0) + (webPoller?.evidenceCount ?? 0);
      if (evidenceCount === seenCount && wallMs() - listedMs < LIST_EVERY_MS) return [];
      const markets = await reads.listEvidencedMarkets(LISTED_MAX);
      const now = chain.clock.now();
      // From its expiry on `resolve-due-samples` or `resolve-due-web` handles it.
      const isEarly = (market: MarketView) => isBeforeExpiry(phaseAt(market, now));
      const open = markets.filter((market) => market.isTriggered && isEarly(market));
      const due = open.filter(({ id }) => canTry(id)).slice(0, limit);
      if (due.length === open.length) {
        seenCount = evidenceCount;
        listedMs = wallMs();
      }
      return toJobs(context, due, resolveOpen);
    },
  };
}

async function resolveOpen(context: TaskContext, { id }: MarketView): Promise<void> {
  const market = await context.reads.findMarket(id);
  if (!market || market.end) return;
  const decided = decidedBy(market, context.keys.oracle.address);
  if (decided.by === 'samples') await resolveSampled(context, market, decided.sampled);
  if (decided.by === 'web') await resolveWeb(context, market, decided.condition);
}
