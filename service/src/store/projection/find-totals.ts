import { type Currency, currencyFromCode, type UnixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import type { Db } from '../store.ts';
import { listStates } from './find-list.ts';
import { ALL_DAYS, type TotalRow } from './save-totals.ts';

/** The sums of all days, and the days from this one on. */
export function listTotals(db: Db, from: bigint): Promise<TotalRow[]> {
  return db
    .selectFrom('totals')
    .selectAll()
    .where((where) => where.or([where('day', '=', ALL_DAYS), where('day', '>=', from)]))
    .execute();
}

/** The number of listed markets with the status open. */
export async function countOpenMarkets(
  db: Db,
  now: UnixSeconds,
): Promise<Readonly<Record<Currency, number>>> {
  const counts: Record<Currency, number> = { SOL: 0, UTILITY: 0 };
  for (const { condition } of listStates('open', BigInt(now))) {
    const { rows } = await sql<{ currency: bigint; count: bigint }>`
      select currency, count(*) as count from markets
      where mismatch is null and ${condition}
      group by currency`.execute(db);
    for (const { currency, count } of rows) counts[currencyFromCode(currency)] += Number(count);
  }
  return counts;
}
