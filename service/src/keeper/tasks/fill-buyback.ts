// Buys lots of the buyback, at most one per round, each when its price is low enough.

import type { Buyer } from '../../embedded/buyer.ts';
import { buyBack, findSale } from '../fees/buy-back.ts';
import type { Task, TaskContext } from '../task.ts';

/** While nothing is for sale. Closing a market wakes the task, but others may close markets too. */
const IDLE_MS = 30_000;
const SOONEST_MS = 200;

export function fillBuyback(context: TaskContext, buyer: Buyer): Task {
  let waitMs = IDLE_MS;
  return {
    name: 'fill-buyback',
    part: 'fill-buyback',
    // A round sells one lot, and a sale sets the price of the next: there is never more than one.
    atOnce: 1,
    /** Until the price has fallen to the buyer's limit, in this round or a later one. */
    get pollMs() {
      return waitMs;
    },
    wokenBy: ['close-settled-markets'],
    async find(_limit, canTry) {
      const sale = await findSale(context, buyer);
      const leftMs = ((sale?.at ?? Infinity) - context.chain.clock.now()) * 1_000;
      waitMs = leftMs > 0 ? Math.min(IDLE_MS, Math.max(SOONEST_MS, leftMs)) : IDLE_MS;
      if (!sale || leftMs > 0) return [];
      const subject = `lot ${sale.number}`;
      if (!canTry(subject)) return [];
      return [{ subject, run: (signal) => buyBack({ ...context, signal }, buyer, sale) }];
    },
  };
}
