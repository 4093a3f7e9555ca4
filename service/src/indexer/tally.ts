// What a batch adds to profits and totals. It is written once, at the end: replicas would wait for
// each other's rows otherwise.
import type { MarketRow } from '../store/projection/market-row.ts';
import type { BetRow } from '../store/projection/save-bets.ts';
import type { Payouts } from '../store/projection/save-positions.ts';
import { addProfits, type SettledPositions, toDay } from '../store/projection/save-profits.ts';
import {
  ALL_DAYS,
  addTotals,
  type BettorDay,
  bettorDayKey,
  insertBettorDays,
  NO_TOTALS,
  type TotalRow,
} from '../store/projection/save-totals.ts';
import type { Db } from '../store/store.ts';

type Currency = Pick<MarketRow, 'currency'>;

export class Tally {
  readonly #totals = new Map<string, TotalRow>();
  readonly #bettorDays = new Map<string, BettorDay>();
  readonly #settled: SettledPositions[] = [];

  addBet({ currency }: Currency, { bettor, amount, placed_at }: BetRow): void {
    for (const day of [toDay(placed_at), ALL_DAYS]) {
      const row = this.#at(currency, day);
      row.volume += amount;
      row.bets += 1n;
      const bettorDay = { currency, day, bettor };
      this.#bettorDays.set(bettorDayKey(bettorDay), bettorDay);
    }
  }

  addPayouts({ currency, refund_reason }: MarketRow, { paid, settled_at }: Payouts): void {
    this.#settled.push({ currency, isRefund: refund_reason !== 0n, settled_at, paid });
    let sum = 0n;
    for (const { payout } of paid) sum += payout;
    for (const day of [toDay(settled_at), ALL_DAYS]) this.#at(currency, day).paid += sum;
  }

  addBurned({ currency }: Currency, burned: bigint, at: bigint): void {
    for (const day of [toDay(at), ALL_DAYS]) this.#at(currency, day).burned += burned;
  }

  /** Gives what is counted then, for `isCounted` of later batches. */
  async write(db: Db, isCounted: (bettorDay: string) => boolean): Promise<readonly string[]> {
    await addProfits(db, this.#settled);
    const unknown = [...this.#bettorDays].filter(([key]) => !isCounted(key));
    const inserted = await insertBettorDays(
      db,
      unknown.map(([, bettorDay]) => bettorDay),
    );
    for (const { currency, day } of inserted) this.#at(currency, day).bettors += 1n;
    await addTotals(db, [...this.#totals.values()]);
    return unknown.map(([key]) => key);
  }

  #at(currency: bigint, day: bigint): TotalRow {
    const key = `${currency} ${day}`;
    let row = this.#totals.get(key);
    if (!row) {
      row = { currency, day, ...NO_TOTALS };
      this.#totals.set(key, row);
    }
    return row;
  }
}
