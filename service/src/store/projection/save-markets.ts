import { wordsOf } from '@tote/conditions/market-keys';
import { sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { rawQuery } from '../engine.ts';
import type { Db } from '../store.ts';
import { executeDeferred } from '../write-hints.ts';
import type { MarketRow } from './market-view.ts';

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
  const suffix = 'on conflict (id) do nothing';
  await bulkInsert(db, 'markets', [{ ...row, bits: ALL_BITS }], suffix);
  await insertMarketWords(db, [row]);
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

const SAVE_CHANGING = `update markets set ${CHANGING.map((column) => `${column} = ?`).join(', ')}
  where id = ? and sequence <= ?`;

type AskedMarket = Pick<MarketRow, 'id' | 'question' | 'created_slot' | 'nonce' | 'mismatch'>;

async function insertMarketWords(db: Db, markets: readonly AskedMarket[]): Promise<void> {
  await bulkInsert(
    db,
    'market_words',
    markets
      .filter(({ mismatch }) => mismatch === null)
      .flatMap(({ id, question, created_slot: slot, nonce: number }) =>
        wordsOf(question).map((word) => ({ word, slot, number, market_id: id })),
      ),
    'on conflict (word, slot, number, market_id) do nothing',
  );
}

export async function deleteMarketWords(db: Db, marketId: string): Promise<void> {
  const { rows } = await sql<{ question: string; created_slot: bigint; nonce: bigint }>`
    select question, created_slot, nonce from markets where id = ${marketId}`.execute(db);
  const [market] = rows;
  const words = market ? wordsOf(market.question) : [];
  if (!market || words.length === 0) return;
  // By the whole key, because the table is large and has no other index.
  await sql`delete from market_words where word in (${sql.join(words)})
    and slot = ${market.created_slot} and number = ${market.nonce}
    and market_id = ${marketId}`.execute(db);
}
