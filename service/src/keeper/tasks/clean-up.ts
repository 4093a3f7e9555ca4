// Removes what the journal no longer needs; see store/retention.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { listRemovals, type Retention } from '../../store/retention.ts';
import type { Task, TaskContext } from '../task.ts';

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
    wokenBy: [],
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
