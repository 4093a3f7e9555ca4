// Closes the accounts of price updates that no open market needs any more, for their rent.
import type { OpenedUpdate, OpenedUpdates } from '@tote/conditions/oracles/price-updates';
import { ENDING_TASKS, type Task, type TaskContext } from '../task.ts';

/** They fit into one transaction. */
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
