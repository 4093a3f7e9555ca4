// The rows that sum up what bets came to.
import type { Store } from '../../src/store/store.ts';

const TABLES = {
  profits: ['currency', 'bettor'],
  totals: ['currency', 'day'],
  bettor_days: ['currency', 'day', 'bettor'],
  transfers: ['signature', 'instruction'],
} as const;

export async function readLedgerRows({ db }: Store): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const [table, order] of Object.entries(TABLES)) {
    let query = db.selectFrom(table as 'profits').selectAll();
    for (const column of order) query = query.orderBy(column as 'bettor');
    rows[table] = await query.execute();
  }
  return rows;
}
