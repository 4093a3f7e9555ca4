// Keeps the price update of a start that markets are compared with. It could be brought later,
// too, but people want to see it, and its source may not have it for ever.
import { renderBaselineEvidence } from '@tote/conditions/baseline';
import { findEvidenceAccounts } from '@tote/conditions/evaluation/evaluate-fact';
import type { WantedPrice } from '@tote/conditions/kinds/kind';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import { formatInstant } from '@tote/domain';
import { findBaseline, recordBaseline } from '../../store/journal/evidence.ts';
import type { WatchedMarket } from '../observe/watch-list.ts';
import { NotResolvableYet } from '../resolution-status.ts';
import { observeUpdate } from '../resolve-fact.ts';
import { MEASURED, type Task, type TaskContext } from '../task.ts';

export function keepStarts(context: TaskContext): Task {
  const { chain, sampler } = context;
  const kept = new Set<string>();
  return {
    ...{ name: 'keep-starts', part: MEASURED, atOnce: 4, pollMs: 1_000 },
    begin: () => kept.clear(),
    async find(limit, canTry) {
      const now = chain.clock.now();
      const due = (sampler?.markets ?? []).flatMap((watched) => {
        const { market } = watched;
        if (kept.has(market.id) || !canTry(market.id)) return [];
        const update = findStart(watched, now);
        return update ? [{ market, update }] : [];
      });
      return due.slice(0, limit).map(({ market, update }) => ({
        subject: market.id,
        async run(signal) {
          await keepStart({ ...context, signal }, market, update);
          kept.add(market.id);
        },
      }));
    },
  };
}

/** The update of its start, if that has passed and the market has not ended. */
function findStart({ sampled, expiresAt }: WatchedMarket, now: number): WantedPrice | undefined {
  const { condition } = sampled;
  const { startsAt, updates } = kindOf(condition);
  const at = updates && startsAt?.(condition);
  if (at === undefined || at > now || now >= expiresAt) return undefined;
  return updates?.(condition, expiresAt).find(({ moment }) => moment === at);
}

async function keepStart(
  context: TaskContext,
  { id, refundAt }: WatchedMarket['market'],
  update: WantedPrice,
): Promise<void> {
  const { store } = context;
  if ((await findBaseline(store.db, id)) !== null) return;
  const sample = await observeUpdate(context, update, refundAt);
  const found = findEvidenceAccounts(update.fact, { samples: [sample] }, update.moment);
  if (found.length === 0) {
    throw new NotResolvableYet(`There is no update of ${formatInstant(update.moment)} yet.`);
  }
  await store.write((db) => recordBaseline(db, id, renderBaselineEvidence([sample])));
}
