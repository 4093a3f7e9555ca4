// Pays winnings and refunds of ended markets into the bettors' balances, closes the markets, and
// sends winnings on to the wallets that chose auto_withdraw.

import { type AutoWithdrawal, listSweepable, sweep } from '../../accounts/sweep-winnings.ts';
import { closeMarket } from '../../markets/end-market.ts';
import { settleMarket } from '../../markets/settle-market.ts';
import { ENDING_TASKS, type Job, marketTask, type Task, type TaskContext } from '../task.ts';

export function settleEndedMarkets(context: TaskContext): Task {
  const timing = { atOnce: 16, pollMs: 500, wokenBy: ENDING_TASKS };
  const list = context.reads.listUnsettledMarkets;
  return marketTask(context, { name: 'settle-ended-markets', ...timing }, list, settleMarket);
}

/** Fees of settled markets go to the vault and, from their expiry on, their rent back. */
export function closeSettledMarkets(context: TaskContext): Task {
  const task: Omit<Task, 'find'> = {
    name: 'close-settled-markets',
    // They fit into one transaction. Outcomes and payouts are more urgent.
    atOnce: 12,
    pollMs: 1_000,
    yieldsTo: ['resolve-due-events', 'resolve-due-facts', 'settle-ended-markets'],
    // A market without bets has nothing to settle.
    wokenBy: ['settle-ended-markets', ...ENDING_TASKS],
  };
  return marketTask(context, task, context.reads.listClosableMarkets, closeMarket);
}

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

const subjectOf = ({ bettor, currency }: AutoWithdrawal): string => `${bettor} ${currency}`;
