// Sends developer shares to the treasury and burns the burn shares in UTILITY.
import { collectFees, findCollectable } from '../fees/collect-fees.ts';
import type { Task, TaskContext } from '../task.ts';

export function collectDueFees(context: TaskContext): Task {
  let reported: string | undefined;
  return {
    name: 'collect-fees',
    part: 'collect-fees',
    atOnce: 2,
    pollMs: 30_000,
    wokenBy: ['close-settled-markets'],
    async find(_limit, canTry) {
      const { currencies, unpaid } = await findCollectable(context);
      if (unpaid && unpaid.account !== reported) {
        context.log.error(
          { ...unpaid, alarm: 'treasury_unpaid' },
          'The developer share of UTILITY waits: the treasury has no token account for it. ' +
            'Send the treasury any amount of UTILITY, which makes the account.',
        );
      }
      reported = unpaid?.account;
      return currencies.filter(canTry).map((currency) => ({
        subject: currency,
        run: (signal) => collectFees({ ...context, signal }, currency),
      }));
    },
  };
}
