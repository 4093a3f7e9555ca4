import { type Currency, currencyFromCode, perCurrency, unixSeconds } from '@tote/domain';
import { startOfDay, toDay } from '../store/projection/profits.ts';
import { ALL_DAYS, countOpenMarkets, listTotals, NO_TOTALS } from '../store/projection/totals.ts';
import type { QueryContext } from './query-context.ts';

const keyOf = (day: bigint, currency: Currency) => `${day} ${currency}`;

export class StatsReader {
  readonly #context: QueryContext;
  /** Counted once per second of the chain's time. */
  #open: { readonly at: number; readonly counts: ReturnType<typeof countOpenMarkets> } | undefined;

  constructor(context: QueryContext) {
    this.#context = context;
  }

  async get(days: number) {
    const { db } = this.#context.store;
    const now = this.#context.chain.clock.now();
    const today = toDay(BigInt(now));
    const rows = await listTotals(db, today - BigInt(days - 1));
    const known = new Map(rows.map((row) => [keyOf(row.day, currencyFromCode(row.currency)), row]));
    const at = (day: bigint, currency: Currency) => known.get(keyOf(day, currency)) ?? NO_TOTALS;
    const totalsOf = (day: bigint) => perCurrency((currency) => at(day, currency));
    const open = await this.#countOpen();
    return {
      totals: perCurrency((currency) => {
        return { ...at(ALL_DAYS, currency), openMarkets: open[currency] };
      }),
      days: Array.from({ length: days }, (_, index) => {
        const day = today - BigInt(index);
        return { day: unixSeconds(startOfDay(day)), totals: totalsOf(day) };
      }),
    };
  }

  #countOpen(): ReturnType<typeof countOpenMarkets> {
    const { chain, store } = this.#context;
    const at = chain.clock.now();
    if (this.#open?.at !== at) {
      const counts = countOpenMarkets(store.db, at);
      this.#open = { at, counts };
      counts.catch(() => {
        this.#open = undefined;
      });
    }
    return this.#open.counts;
  }
}
