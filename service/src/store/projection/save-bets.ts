import { bulkInsertNew } from '../bulk-insert.ts';
import type { ProjectionTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type BetRow = ProjectionTables['bets'];

const COLUMNS = [
  'signature',
  'instruction',
  'position',
  'bet_id',
  'market_id',
  'bettor',
  'outcome',
  'amount',
  'pool_yes',
  'pool_no',
  'sequence',
  'slot',
  'placed_at',
] as const satisfies readonly (keyof BetRow)[];

type BetKey = Pick<BetRow, 'signature' | 'instruction' | 'position'>;

/** Gives the rows that are new. Only these count. */
export async function insertBets(db: Db, rows: readonly BetRow[]): Promise<readonly BetRow[]> {
  const inserted = await bulkInsertNew<'bets', BetKey>(db, {
    table: 'bets',
    columns: COLUMNS,
    rows,
    suffix: 'on conflict do nothing',
    returning: 'signature, instruction, position',
  });
  if (inserted === 'all') return rows;
  const keys = new Set(inserted.map(keyOf));
  return rows.filter((row) => keys.has(keyOf(row)));
}

function keyOf({ signature, instruction, position }: BetKey): string {
  return `${signature} ${instruction} ${position}`;
}
