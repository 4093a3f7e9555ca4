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

type Place = Pick<BetRow, 'signature' | 'instruction' | 'position'>;

/** The rows that were not there before. Only these count. */
export async function insertBets(db: Db, rows: readonly BetRow[]): Promise<readonly BetRow[]> {
  const inserted = await bulkInsertNew<'bets', Place>(db, {
    table: 'bets',
    columns: COLUMNS,
    rows,
    suffix: 'on conflict do nothing returning signature, instruction, position',
  });
  if (inserted === 'all') return rows;
  const places = new Set(inserted.map(placeOf));
  return rows.filter((row) => places.has(placeOf(row)));
}

function placeOf({ signature, instruction, position }: Place): string {
  return `${signature} ${instruction} ${position}`;
}
