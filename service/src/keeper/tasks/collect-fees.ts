// Sends developer shares to the treasury and burns the burn shares in UTILITY.
import { collectFees, findCollectable } from '../../commands/collect-fees.ts';
import type { Task, TaskContext } from '../task.ts';

export function collectDueFees(context: TaskContext): Task {
  return {
    name: 'collect-fees',
    part: 'collect-fees',
    atOnce: 2,
    pollMs: 30_000,
    wokenBy: ['close-settled-markets'],
    async find(_limit, canTry) {
      const currencies = (await findCollectable(context)).filter(canTry);
      return currencies.map((currency) => ({
        subject: currency,
        run: (signal) => collectFees({ ...context, signal }, currency),
      }));
    },
  };
}
