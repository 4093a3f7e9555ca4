// Sends winnings on to the wallets that chose auto_withdraw.
import { type AutoWithdrawal, listSweepable, sweep } from '../../accounts/sweep-winnings.ts';
import type { Job, Task, TaskContext } from '../task.ts';

export function sweepWinnings(context: TaskContext): Task {
  return {
    name: 'sweep-winnings',
    atOnce: 2,
    pollMs: 30_000,
    wokenBy: ['settle-ended-markets'],
    async find(limit, canTry) {
      const found = await listSweepable(context);
      const ready = found.filter((withdrawal) => canTry(subjectOf(withdrawal)));
      return ready.slice(0, limit).map(
        (withdrawal): Job => ({
          subject: subjectOf(withdrawal),
          run: (signal) => sweep({ ...context, signal }, withdrawal),
        }),
      );
    },
  };
}

function subjectOf({ bettor, currency }: AutoWithdrawal): string {
  return `${bettor} ${currency}`;
}
