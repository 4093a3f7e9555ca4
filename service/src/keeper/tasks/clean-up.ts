import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenedUpdate, OpenedUpdates } from '@tote/conditions/oracles/price-updates';
import { listRemovals, type Retention } from '../../store/retention.ts';
import { ENDING_TASKS, type Task, type TaskContext } from '../task.ts';

const EVERY_MS = 60 * 60 * 1000;
/** Between two steps bets can write. */
const PAUSE_MS = 20;

type CleanUpContext = Pick<TaskContext, 'store' | 'wallMs'>;

export function cleanUpJournal(context: CleanUpContext, retention: Retention): Task {
  let dueMs = -Infinity;
  return {
    name: 'clean-up',
    part: 'clean-up',
    atOnce: 1,
    pollMs: EVERY_MS,
    async find(_limit, canTry) {
      if (context.wallMs() < dueMs || !canTry('journal')) return [];
      return [
        {
          subject: 'journal',
          run: async (signal) => {
            await removeAll(context, retention, signal);
            dueMs = context.wallMs() + EVERY_MS;
          },
        },
      ];
    },
  };
}

async function removeAll(
  { store, wallMs }: CleanUpContext,
  retention: Retention,
  signal: AbortSignal,
): Promise<void> {
  for (const remove of listRemovals(retention)) {
    while (!signal.aborted && (await store.write((db) => remove(db, wallMs()))) > 0n) {
      await sleep(PAUSE_MS, undefined, { signal, ref: false });
    }
  }
}

// Closes the accounts of price updates that no open market needs any more, for their rent.

const ACCOUNTS_MAX = 10;

export function closePriceUpdates({ reads }: TaskContext, opened: OpenedUpdates): Task {
  return {
    name: 'close-price-updates',
    // It finds what other replicas posted with its next search of the chain.
    part: 'close-price-updates',
    atOnce: 1,
    pollMs: 30_000,
    yieldsTo: ['resolve-due-facts', 'settle-ended-markets'],
    wokenBy: ENDING_TASKS,
    async find(_limit, canTry) {
      const unused: OpenedUpdate[] = [];
      for (const update of await opened.list()) {
        if (unused.length === ACCOUNTS_MAX) break;
        const { previousPublishedAt: after, publishedAt: until } = update;
        if (!(await reads.hasTimedFact({ after, until }))) unused.push(update);
      }
      const [first] = unused;
      if (!first || !canTry(first.address)) return [];
      return [{ subject: first.address, run: () => opened.close(unused) }];
    },
  };
}
