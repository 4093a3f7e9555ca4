import { type Currency, currencyFromCode, unixSeconds } from '@tote/domain';
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
    const perCurrency = (day: bigint) => ({ SOL: at(day, 'SOL'), UTILITY: at(day, 'UTILITY') });
    const open = await this.#countOpen();
    const { SOL, UTILITY } = perCurrency(ALL_DAYS);
    return {
      totals: {
        SOL: { ...SOL, openMarkets: open.SOL },
        UTILITY: { ...UTILITY, openMarkets: open.UTILITY },
      },
      days: Array.from({ length: days }, (_, index) => {
        const day = today - BigInt(index);
        return { day: unixSeconds(startOfDay(day)), totals: perCurrency(day) };
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
