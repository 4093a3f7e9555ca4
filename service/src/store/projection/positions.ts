// The positions of a bettor, and what they came to.
import type { Address } from '@solana/kit';
import { type Amount, amount, type Currency, currencyFromCode, type Pools } from '@tote/domain';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../store.ts';
import { formatCursor, invalidCursor, MARKET_ID, parseCursor, toInteger } from './list-cursor.ts';
import { type MarketRow, type MarketView, toMarketView } from './market-view.ts';
import { CURRENCY_CODES, type ProfitRow } from './profits.ts';
import type { PositionRow } from './save-positions.ts';

export interface PositionView {
  readonly stakes: Pools;
  readonly payout: Amount | null;
  /** Read in the same query, so that both are of the same state. */
  readonly market: MarketView;
}

export async function findPosition(
  db: Db,
  bettor: Address,
  marketId: string,
): Promise<PositionView | undefined> {
  const row = await selectPositions(db, bettor).where('id', '=', marketId).executeTakeFirst();
  return row && toPositionView(row);
}

/** Unsettled positions first, then by the newest market. */
export async function listPositions(
  db: Db,
  bettor: Address,
  limit: number,
): Promise<PositionView[]> {
  const rows = await selectPositions(db, bettor)
    .orderBy((builder) => builder.case().when('payout', 'is', null).then(0n).else(1n).end())
    .orderBy('created_slot', 'desc')
    .orderBy('nonce', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toPositionView);
}

function selectPositions(db: Db, bettor: Address) {
  return db
    .selectFrom('positions')
    .innerJoin('markets', 'markets.id', 'positions.market_id')
    .selectAll('markets')
    .select(['stake_yes', 'stake_no', 'payout'])
    .where('bettor', '=', bettor);
}

function toPositionView(
  row: MarketRow & Pick<PositionRow, 'stake_yes' | 'stake_no' | 'payout'>,
): PositionView {
  return {
    stakes: { yes: amount(row.stake_yes), no: amount(row.stake_no) },
    payout: row.payout === null ? null : amount(row.payout),
    market: toMarketView(row),
  };
}

export type Results = Pick<ProfitRow, 'profit' | 'staked' | 'won' | 'lost' | 'refunded'>;

const NONE: Results = { profit: 0n, staked: 0n, won: 0n, lost: 0n, refunded: 0n };

export async function findResults(
  db: Db,
  bettor: Address,
): Promise<Readonly<Record<Currency, Results>>> {
  const rows = await db
    .selectFrom('profits')
    .select(['currency', 'profit', 'staked', 'won', 'lost', 'refunded'])
    .where('bettor', '=', bettor)
    .where('currency', 'in', CURRENCY_CODES)
    .execute();
  const results: Record<Currency, Results> = { SOL: NONE, UTILITY: NONE };
  for (const { currency, ...row } of rows) results[currencyFromCode(currency)] = row;
  return results;
}

/** The newest market first. There are at most as many as its account has slots. */
export async function listOpenPositions(db: Db, bettor: Address): Promise<PositionView[]> {
  const rows = await selectPositions(db, bettor)
    .where('payout', 'is', null)
    .orderBy('created_slot', 'desc')
    .orderBy('nonce', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toPositionView);
}

interface SettledPage {
  readonly limit: number;
  readonly cursor?: string;
}

interface SettledList {
  readonly positions: readonly PositionView[];
  readonly nextCursor: string | null;
}

export async function listSettled(
  db: Db,
  bettor: Address,
  { limit, cursor }: SettledPage,
): Promise<SettledList> {
  let query = selectPositions(db, bettor).select('settled_at').where('payout', 'is not', null);
  if (cursor !== undefined) {
    const { settledAt, marketId } = readCursor(cursor);
    query = query.where(sql<SqlBool>`(settled_at, market_id) < (${settledAt}, ${marketId})`);
  }
  const rows = await query
    .orderBy('settled_at', 'desc')
    .orderBy('market_id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? writeCursor(last.settled_at ?? 0n, last.id) : null;
  return { positions: shown.map(toPositionView), nextCursor };
}

function writeCursor(settledAt: bigint, marketId: string): string {
  return formatCursor([String(settledAt), marketId]);
}

function readCursor(text: string): { settledAt: bigint; marketId: string } {
  const [settledAt, marketId, ...rest] = parseCursor(text);
  const isId = typeof marketId === 'string' && MARKET_ID.test(marketId);
  if (!isId || rest.length > 0) throw invalidCursor();
  return { settledAt: toInteger(settledAt), marketId };
}

/** The markets in which the wallet has a position that is not settled: at most one per slot. */
export async function listStakedMarkets(db: Db, wallet: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bettors')
    .innerJoin('positions', 'positions.bettor', 'bettors.address')
    .select('market_id')
    .where('wallet', '=', wallet)
    .where('payout', 'is', null)
    .execute();
  return rows.map(({ market_id }) => market_id);
}
