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
  const text = isPostgres(db) ? CHANGING_POSTGRES : CHANGING_SQLITE;
  const parameters = [...CHANGING.map((column) => row[column]), row.id, row.sequence];
  await executeLater(db, CompiledQuery.raw(text, parameters));
}

const CHANGING = [
  'sequence',
  'pool_yes',
  'pool_no',
  'bets',
  'state',
  'outcome',
  'refund_reason',
  'resolved_at',
  'veto_ends_at',
  'evidence_hash',
  'burn',
  'developer',
  'distributable',
  'open_positions',
  'fees_moved',
  'dust',
  'burn_total',
  'account_closed',
  'resolved_signature',
] as const satisfies readonly (keyof MarketRow)[];

function updateChanging(place: (index: number) => string): string {
  const set = CHANGING.map((column, index) => `${column} = ${place(index + 1)}`).join(', ');
  const [id, sequence] = [place(CHANGING.length + 1), place(CHANGING.length + 2)];
  return `update markets set ${set} where id = ${id} and sequence <= ${sequence}`;
}

const CHANGING_SQLITE = updateChanging(() => '?');
const CHANGING_POSTGRES = updateChanging((index) => `$${index}`);
