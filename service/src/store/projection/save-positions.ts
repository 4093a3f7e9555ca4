import { CompiledQuery } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { isPostgres } from '../engine.ts';
import type { ProjectionTables } from '../schema.ts';
import type { Db } from '../store.ts';
import type { BetRow } from './save-bets.ts';

export type PositionRow = ProjectionTables['positions'];

/** Adds the stakes of bets that were just inserted. Each bet is inserted once. */
export async function addStakes(db: Db, bets: readonly BetRow[]): Promise<void> {
  const rows = new Map<string, PositionRow>();
  for (const { market_id, bettor, outcome, amount } of bets) {
    const key = `${market_id} ${bettor}`;
    let row = rows.get(key);
    if (!row) {
      row = { market_id, bettor, stake_yes: 0n, stake_no: 0n, ...UNSETTLED };
      rows.set(key, row);
    }
    if (outcome === 1n) row.stake_yes += amount;
    else row.stake_no += amount;
  }
  await bulkInsert(db, {
    table: 'positions',
    columns: COLUMNS,
    rows: [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    suffix: `on conflict (market_id, bettor) do update set
      stake_yes = positions.stake_yes + excluded.stake_yes,
      stake_no = positions.stake_no + excluded.stake_no`,
  });
}

const UNSETTLED = { payout: null, settled_signature: null, settled_at: null };

const COLUMNS = [
  'market_id',
  'bettor',
  'stake_yes',
  'stake_no',
  'payout',
  'settled_signature',
  'settled_at',
] as const satisfies readonly (keyof PositionRow)[];

/** Sets the payouts of positions. Their rows exist: a settled position has stakes. */
export async function settlePositions(db: Db, rows: readonly PositionRow[]): Promise<void> {
  await bulkInsert(db, {
    table: 'positions',
    columns: COLUMNS,
    rows,
    suffix: `on conflict (market_id, bettor) do update set
      payout = excluded.payout,
      settled_signature = excluded.settled_signature,
      settled_at = excluded.settled_at`,
  });
}

export async function findPositionRows(
  db: Db,
  marketId: string,
  bettors: readonly string[],
): Promise<Map<string, PositionRow>> {
  if (bettors.length === 0) return new Map();
  const placeholder = isPostgres(db) ? (index: number) => `$${index + 2}` : () => '?';
  const text = `select * from positions where market_id = ${isPostgres(db) ? '$1' : '?'}
    and bettor in (${bettors.map((_, index) => placeholder(index)).join(', ')})`;
  const query = CompiledQuery.raw(text, [marketId, ...bettors]);
  const { rows } = await db.executeQuery<PositionRow>(query);
  return new Map(rows.map((row) => [row.bettor, row]));
}
