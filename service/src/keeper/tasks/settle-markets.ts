// Pays winnings and refunds of ended markets into the bettors' balances.

import { type AutoWithdrawal, listSweepable, sweep } from '../../accounts/sweep-winnings.ts';
import { closeMarket } from '../../markets/close-market.ts';
import { settleMarket } from '../../markets/settle-market.ts';
import { ENDING_TASKS, type Job, Pager, type Task, type TaskContext } from '../task.ts';

export function settleEndedMarkets(context: TaskContext): Task {
  const { chain, reads } = context;
  const pager = new Pager();
  return {
    name: 'settle-ended-markets',
    atOnce: 16,
    pollMs: 500,
    wokenBy: ENDING_TASKS,
    async find(limit, canTry) {
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listUnsettledMarkets(now, page),
        (market) => canTry(market.id),
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: async (signal) => {
          await settleMarket({ ...context, signal }, market);
        },
      }));
    },
  };
}

// Closes settled markets: their fees go to the vault and, from their expiry on, their rent back.

export function closeSettledMarkets(context: TaskContext): Task {
  const { chain, reads } = context;
  const pager = new Pager();
  return {
    name: 'close-settled-markets',
    // They fit into one transaction. Outcomes and payouts are more urgent.
    atOnce: 12,
    pollMs: 1_000,
    yieldsTo: ['resolve-due-events', 'resolve-due-facts', 'settle-ended-markets'],
    // A market without bets has nothing to settle.
    wokenBy: ['settle-ended-markets', ...ENDING_TASKS],
    async find(limit, canTry) {
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listClosableMarkets(now, page),
        (market) => canTry(market.id),
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: (signal) => closeMarket({ ...context, signal }, market),
      }));
    },
  };
}

// Sends winnings on to the wallets that chose auto_withdraw.

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
