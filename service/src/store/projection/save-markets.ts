import { wordsOf } from '@tote/conditions/market-keys';
import { sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { executeDeferred, findRow, rawQuery } from '../statements.ts';
import type { Db } from '../store.ts';
import { type MarketRow, OPEN } from './market-view.ts';

/** Version 0.1.0 lists a market only if it has the bits of the filter. All of them fit any. */
const ALL_BITS = 2n ** 63n - 1n;

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
  const { id, question, created_slot: slot, nonce: number, mismatch } = row;
  await bulkInsert(db, 'markets', [{ ...row, bits: ALL_BITS }], 'on conflict (id) do nothing');
  const words = mismatch === null ? wordsOf(question) : [];
  const rows = words.map((word) => ({ word, slot, number, market_id: id }));
  const suffix = 'on conflict (word, slot, number, market_id) do nothing';
  await bulkInsert(db, 'market_words', rows, suffix);
}

export async function saveOdds(db: Db, row: MarketRow): Promise<void> {
  const { id, sequence, pool_yes, pool_no, bets } = row;
  const parameters = [sequence, pool_yes, pool_no, bets, id, sequence];
  await executeDeferred(db, rawQuery(db, SAVE_ODDS, parameters));
}

const SAVE_ODDS = `update markets set sequence = ?, pool_yes = ?, pool_no = ?, bets = ?
  where id = ? and sequence <= ?`;

/** Saves everything that can change after the creation. An older state never replaces a newer. */
export async function saveMarket(db: Db, row: MarketRow): Promise<void> {
  const parameters = [...CHANGING.map((column) => row[column]), row.id, row.sequence];
  await executeDeferred(db, rawQuery(db, SAVE_CHANGING, parameters));
}

/** What can change after the creation, as it is at first. */
export const NEW_MARKET = {
  pool_yes: 0n,
  pool_no: 0n,
  bets: 0n,
  state: OPEN,
  outcome: 0n,
  refund_reason: 0n,
  resolved_at: null,
  veto_ends_at: null,
  evidence_hash: null,
  burn: 0n,
  developer: 0n,
  distributable: 0n,
  open_positions: null,
  fees_moved: 0n,
  dust: 0n,
  burn_total: null,
  account_closed: 0n,
  resolved_signature: null,
} as const satisfies Partial<MarketRow>;

const CHANGING = ['sequence', ...(Object.keys(NEW_MARKET) as (keyof typeof NEW_MARKET)[])] as const;

const SAVE_CHANGING = `update markets set ${CHANGING.map((column) => `${column} = ?`).join(', ')}
  where id = ? and sequence <= ?`;

export async function deleteMarketWords(db: Db, marketId: string): Promise<void> {
  const market = await findRow<Pick<MarketRow, 'question' | 'created_slot' | 'nonce'>>(db)`
    select question, created_slot, nonce from markets where id = ${marketId}`;
  const words = market ? wordsOf(market.question) : [];
  if (!market || words.length === 0) return;
  // By the whole key, because the table is large and has no other index.
  await sql`delete from market_words where word in (${sql.join(words)})
    and slot = ${market.created_slot} and number = ${market.nonce}
    and market_id = ${marketId}`.execute(db);
}
