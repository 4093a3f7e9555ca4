// A market with `any time before` ends when its fact is met. The accounts are read several times
// per slot, all of them together; who resolves it first, we or somebody else, makes no difference.
import { evaluateFact } from '../../conditions/evaluation/evaluate-fact.ts';
import type { Sample } from '../../oracles/account-snapshot.ts';
import { readSample, SAMPLE_ACCOUNTS_MAX } from '../../oracles/read-sample.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { findFact, type MarketFact } from '../fact-of-market.ts';
import { resolveFact } from '../resolve-fact.ts';
import type { Task, TaskContext } from '../task.ts';

const POLL_MS = 100;
/** The list of markets changes less often than the accounts that they are about. */
const LIST_EVERY_MS = 500;
const PAGE = 500;

interface Watched {
  readonly market: MarketView;
  readonly fact: MarketFact;
}

export function resolveMetFacts(context: TaskContext): Task {
  const { chain, wallMs } = context;
  let watched: readonly Watched[] = [];
  let listedMs = -Infinity;
  return {
    name: 'resolve-met-facts',
    atOnce: 8,
    pollMs: POLL_MS,
    wokenBy: [],
    async find(limit, canTry) {
      if (wallMs() - listedMs >= LIST_EVERY_MS) {
        watched = await listWatched(context, watched);
        listedMs = wallMs();
      }
      const accounts = [...new Set(watched.map(({ market }) => market.subject))];
      const met: MarketView[] = [];
      for (let at = 0; at < accounts.length && met.length < limit; at += SAMPLE_ACCOUNTS_MAX) {
        const lot = accounts.slice(at, at + SAMPLE_ACCOUNTS_MAX);
        const sample = await readSample(chain, lot);
        const inLot = new Set(lot);
        for (const each of watched) {
          const { market } = each;
          if (inLot.has(market.subject) && canTry(market.id) && isMet(each, sample)) {
            met.push(market);
          }
        }
      }
      return met.slice(0, limit).map((market) => ({
        subject: market.id,
        run: (signal) => resolveOpen({ ...context, signal }, market),
      }));
    },
  };
}

async function listWatched(
  { chain, reads }: TaskContext,
  known: readonly Watched[],
): Promise<readonly Watched[]> {
  const facts = new Map(known.map(({ market, fact }) => [market.id, fact]));
  const now = chain.clock.now();
  const watched: Watched[] = [];
  for (let after: MarketView | undefined; ; ) {
    const markets = await reads.listTriggeredFacts(now, { limit: PAGE, after });
    for (const market of markets) {
      const fact = facts.get(market.id) ?? (await findFact(market));
      if (fact) watched.push({ market, fact });
    }
    if (markets.length < PAGE) return watched;
    after = markets.at(-1);
  }
}

function isMet({ market, fact }: Watched, sample: Sample): boolean {
  const moments = { ...market, now: sample.observedAt };
  return evaluateFact(fact.decision, { samples: [sample] }, moments).verdict === 'met';
}

/** The list may be older than the outcome. */
async function resolveOpen(context: TaskContext, { id }: MarketView): Promise<void> {
  const market = await context.reads.findMarket(id);
  if (market && !market.end) await resolveFact(context, market);
}
