import { CompiledQuery } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import { findRow, isPostgres, rawQuery, withHint } from '../statements.ts';
import type { Db } from '../store.ts';
import type { BetRow } from './bets.ts';

export type PositionRow = ProjectionTables['positions'];

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
  const sorted = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await bulkInsert(db, 'positions', sorted, ADD_STAKES);
}

const ADD_STAKES = `on conflict (market_id, bettor) do update set
      stake_yes = positions.stake_yes + excluded.stake_yes,
      stake_no = positions.stake_no + excluded.stake_no`;

const UNSETTLED = { payout: null, settled_signature: null, settled_at: null };

interface Payout extends Pick<PositionRow, 'bettor' | 'stake_yes' | 'stake_no'> {
  readonly payout: bigint;
}

export interface Payouts {
  readonly market_id: string;
  readonly settled_signature: string;
  readonly settled_at: bigint;
  readonly paid: readonly Payout[];
}

export async function settlePositions(db: Db, payouts: Payouts): Promise<void> {
  const { paid } = payouts;
  if (paid.length === 0) return;
  const query = isPostgres(db) ? updateTogether(payouts) : updateEach(payouts);
  const { numAffectedRows } = await db.executeQuery(query);
  if (Number(numAffectedRows ?? 0) === paid.length) return;
  throw new Error(`${numAffectedRows} of ${paid.length} positions were as they were read`);
}

function updateTogether(payouts: Payouts): CompiledQuery {
  const { market_id, settled_signature, settled_at, paid } = payouts;
  const list = (column: keyof Payout) => paid.map((one) => one[column]);
  const text = `update positions
    set settled_signature = $2, settled_at = $3, payout = paid.payout
    from unnest($4::text[], $5::int8[], $6::int8[], $7::int8[])
      as paid (bettor, payout, stake_yes, stake_no)
    where market_id = $1 and positions.bettor = paid.bettor and positions.payout is null
      and positions.stake_yes = paid.stake_yes and positions.stake_no = paid.stake_no`;
  const lists = [list('bettor'), list('payout'), list('stake_yes'), list('stake_no')];
  return CompiledQuery.raw(text, [market_id, settled_signature, settled_at, ...lists]);
}

function updateEach(payouts: Payouts): CompiledQuery {
  const { market_id, settled_signature, settled_at, paid } = payouts;
  const parameters: unknown[] = [];
  for (const { bettor, payout, stake_yes, stake_no } of paid) {
    parameters.push(bettor, payout, stake_yes, stake_no);
  }
  return withHint(CompiledQuery.raw(UPDATE_ONE, parameters), {
    shared: [market_id, settled_signature, settled_at],
    rows: paid.length,
    expectedChanges: paid.length,
  });
}

// With the `+` SQLite takes the primary key, not the index of unsettled positions.
const UPDATE_ONE = `update positions set settled_signature = ?2, settled_at = ?3, payout = ?5
  where market_id = ?1 and bettor = ?4 and +payout is null and stake_yes = ?6 and stake_no = ?7`;

export type PositionState = Pick<PositionRow, 'bettor' | 'stake_yes' | 'stake_no' | 'payout'>;

/** Positions before `settlePositions`, which checks that they are still the same. */
export async function findPositionRows(db: Db, marketId: string, bettors: readonly string[]) {
  if (bettors.length === 0) return new Map();
  const text = `select bettor, stake_yes, stake_no, payout from positions
    where market_id = ? and bettor in (${bettors.map(() => '?').join(', ')})`;
  const query = rawQuery(db, text, [marketId, ...bettors]);
  const { rows } = await db.executeQuery<PositionState>(withHint(query, { isCommittedRead: true }));
  return new Map(rows.map((row) => [row.bettor, row]));
}

export async function sumPayouts(db: Db, marketId: string) {
  const sums = await findRow<{ paid: bigint; open: bigint }>(db)`
    select cast(coalesce(sum(payout), 0) as bigint) as paid, count(*) - count(payout) as open
    from positions where market_id = ${marketId}`;
  return sums ?? { paid: 0n, open: 0n };
}
