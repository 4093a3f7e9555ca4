// What a bettor's positions came to, for its public page.
import type { Address } from '@solana/kit';
import { type Currency, currencyFromCode } from '@tote/domain';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../store.ts';
import { formatCursor, invalidCursor, MARKET_ID, parseCursor, toInteger } from './list-cursor.ts';
import { type PositionView, selectPositions, toPositionView } from './list-positions.ts';
import { CURRENCY_CODES, type ProfitRow } from './save-profits.ts';

export type Results = Pick<ProfitRow, 'profit' | 'staked' | 'won' | 'lost' | 'refunded'>;

const NONE: Results = { profit: 0n, staked: 0n, won: 0n, lost: 0n, refunded: 0n };

/** Of settled positions. */
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
  /** The `nextCursor` of the page before. */
  readonly cursor?: string;
}

interface SettledList {
  readonly positions: readonly PositionView[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The last settled first. */
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
