import { type Currency, currencyFromCode, perCurrency, unixSeconds } from '@tote/domain';
import { startOfDay, toDay } from '../store/projection/profits.ts';
import { ALL_DAYS, countOpenMarkets, listTotals, NO_TOTALS } from '../store/projection/totals.ts';
import type { QueryContext } from './query-context.ts';

const keyOf = (day: bigint, currency: Currency) => `${day} ${currency}`;

export function createStats({ chain, store: { db } }: QueryContext) {
  /** Counted once per second of the chain's time. */
  let open: { at: number; counts: ReturnType<typeof countOpenMarkets> } | undefined;
  const countOpen = () => {
    const at = chain.clock.now();
    if (open?.at !== at) {
      const counts = countOpenMarkets(db, at);
      open = { at, counts };
      counts.catch(() => {
        open = undefined;
      });
    }
    return open.counts;
  };
  return async (days: number) => {
    const today = toDay(BigInt(chain.clock.now()));
    const rows = await listTotals(db, today - BigInt(days - 1));
    const known = new Map(rows.map((row) => [keyOf(row.day, currencyFromCode(row.currency)), row]));
    const at = (day: bigint, currency: Currency) => known.get(keyOf(day, currency)) ?? NO_TOTALS;
    const totalsOf = (day: bigint) => perCurrency((currency) => at(day, currency));
    const openMarkets = await countOpen();
    return {
      totals: perCurrency((currency) => {
        return { ...at(ALL_DAYS, currency), openMarkets: openMarkets[currency] };
      }),
      days: Array.from({ length: days }, (_, index) => {
        const day = today - BigInt(index);
        return { day: unixSeconds(startOfDay(day)), totals: totalsOf(day) };
      }),
    };
  };
}
