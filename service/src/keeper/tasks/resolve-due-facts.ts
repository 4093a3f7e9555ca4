// Resolves expired markets on facts, by the account that decides each.
import { Batcher } from '@tote/chain/lib/batcher';
import { type ObservedEvidence, recordAllEvidence } from '../../store/journal/evidence.ts';
import { announceClosed, batchAnnouncements } from '../announce.ts';
import { Pager } from '../pager.ts';
import { type RecordEvidence, resolveFact } from '../resolve-fact.ts';
import type { Task, TaskContext } from '../task.ts';

/** They share SQL transactions and chain transactions. */
const MARKETS_AT_ONCE = 64;

export function resolveDueFacts(context: TaskContext): Task {
  const { chain, reads } = context;
  const pager = new Pager();
  const closed = batchAnnouncements(context, announceClosed);
  const record = recordTogether(context);
  return {
    name: 'resolve-due-facts',
    atOnce: MARKETS_AT_ONCE,
    pollMs: 500,
    wakesEachSecond: true,
    wokenBy: [],
    async find(limit, canTry) {
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listDueMarkets(now, page, 'fact'),
        (market) => canTry(market.id),
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: async (signal) => {
          await closed.add(market);
          await resolveFact({ ...context, signal }, market, { record });
        },
      }));
    },
  };
}

/** Stores the evidence of many markets in one SQL transaction. */
function recordTogether({ store }: TaskContext): RecordEvidence {
  const records = new Batcher<ObservedEvidence>({
    atOnce: 1,
    take: ({ length }) => length,
    run: async (evidence) => {
      await store.write((db) => recordAllEvidence(db, evidence));
      return [];
    },
  });
  return (evidence) => records.add(evidence);
}
