import { CompiledQuery } from 'kysely';
import { isPostgres } from '../engine.ts';
import { executeLater } from '../execute-later.ts';
import type { Db } from '../store.ts';
import type { MarketRow } from './market-row.ts';

/** The rows, and nobody else changes them until this transaction ends. */
export async function lockMarkets(db: Db, ids: readonly string[]): Promise<MarketRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('markets')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function insertMarket(db: Db, row: MarketRow): Promise<void> {
  await db
    .insertInto('markets')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** After bets: nothing else of a market changes by them. */
export async function saveOdds(db: Db, row: MarketRow): Promise<void> {
  const { id, sequence, pool_yes, pool_no, bets } = row;
  const text = isPostgres(db) ? ODDS_POSTGRES : ODDS_SQLITE;
  const parameters = [sequence, pool_yes, pool_no, bets, id, sequence];
  await executeLater(db, CompiledQuery.raw(text, parameters));
}

const ODDS_SQLITE = `update markets set sequence = ?, pool_yes = ?, pool_no = ?, bets = ?
  where id = ? and sequence <= ?`;
const ODDS_POSTGRES = `update markets set sequence = $1, pool_yes = $2, pool_no = $3, bets = $4
  where id = $5 and sequence <= $6`;

/** Everything that can change after the creation. An older state never replaces a newer one. */
export async function saveMarket(db: Db, row: MarketRow): Promise<void> {
  await db
    .updateTable('markets')
    .set({
      sequence: row.sequence,
      pool_yes: row.pool_yes,
      pool_no: row.pool_no,
      bets: row.bets,
      state: row.state,
      outcome: row.outcome,
      refund_reason: row.refund_reason,
      resolved_at: row.resolved_at,
      veto_ends_at: row.veto_ends_at,
      evidence_hash: row.evidence_hash,
      burn: row.burn,
      developer: row.developer,
      distributable: row.distributable,
      open_positions: row.open_positions,
      fees_moved: row.fees_moved,
      dust: row.dust,
      burn_total: row.burn_total,
      account_closed: row.account_closed,
      resolved_signature: row.resolved_signature,
    })
    .where('id', '=', row.id)
    .where('sequence', '<=', row.sequence)
    .execute();
}
