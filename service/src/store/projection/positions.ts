import type { Address } from '@solana/kit';
import { type Amount, amount, type Currency, currencyFromCode, type Pools } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';
import { listRows, listValues } from '../statements.ts';
import type { Db } from '../store.ts';
import { formatCursor, invalidCursor, MARKET_ID, parseCursor, toInteger } from './list-cursor.ts';
import { type MarketRow, type MarketView, toMarketView } from './market-view.ts';
import { CURRENCY_CODES, type ProfitRow } from './profits.ts';
import type { PositionRow } from './save-positions.ts';

type Sql = RawBuilder<unknown>;

export interface PositionView {
  readonly stakes: Pools;
  readonly payout: Amount | null;
  readonly market: MarketView;
}

export async function findPosition(db: Db, bettor: Address, marketId: string) {
  const [row] = await select(db, bettor, sql`id = ${marketId}`, sql`id`, 1);
  return row && toPositionView(row);
}

export async function listPositions(db: Db, bettor: Address, limit: number) {
  const order = sql`case when payout is null then 0 else 1 end, ${NEWEST}`;
  return (await select(db, bettor, sql`1 = 1`, order, limit)).map(toPositionView);
}

/**
 * The largest first. It reads all positions of the market: an index on what every bet changes would
 * cost each bet more than this costs the few readers.
 */
export async function listLargestPositions(db: Db, marketId: string, limit: number) {
  const rows = await listRows<PositionRow & { wallet: string | null }>(db)`
    select positions.*, wallet from positions
      left join bettors on bettors.address = positions.bettor
    where market_id = ${marketId}
    order by cast(stake_yes as double precision) + stake_no desc, bettor limit ${limit}`;
  return rows.map(({ bettor, wallet, stake_yes, stake_no }) => ({
    ...{ bettor, wallet, stakes: { yes: amount(stake_yes), no: amount(stake_no) } },
  }));
}

const NEWEST = sql`created_slot desc, nonce desc, id desc`;

type Row = MarketRow & Pick<PositionRow, 'stake_yes' | 'stake_no' | 'payout' | 'settled_at'>;

const select = (db: Db, bettor: Address, where: Sql, order: Sql, limit: number) =>
  listRows<Row>(db)`
    select markets.*, stake_yes, stake_no, payout, settled_at
    from positions join markets on markets.id = positions.market_id
    where bettor = ${bettor} and ${where} order by ${order} limit ${limit}`;

function toPositionView(row: Row): PositionView {
  return {
    stakes: { yes: amount(row.stake_yes), no: amount(row.stake_no) },
    payout: row.payout === null ? null : amount(row.payout),
    market: toMarketView(row),
  };
}

export type Results = Pick<ProfitRow, 'profit' | 'staked' | 'won' | 'lost' | 'refunded'>;

const NONE: Results = { profit: 0n, staked: 0n, won: 0n, lost: 0n, refunded: 0n };

export async function findResults(db: Db, bettor: Address) {
  const rows = await listRows<Results & { currency: bigint }>(db)`
    select currency, profit, staked, won, lost, refunded from profits where bettor = ${bettor}
    and currency in (${sql.join(CURRENCY_CODES)})`;
  const results: Record<Currency, Results> = { SOL: NONE, UTILITY: NONE };
  for (const { currency, ...row } of rows) results[currencyFromCode(currency)] = row;
  return results;
}

export async function listOpenPositions(db: Db, bettor: Address): Promise<PositionView[]> {
  const rows = await select(db, bettor, sql`payout is null`, NEWEST, Number.MAX_SAFE_INTEGER);
  return rows.map(toPositionView);
}

export async function listSettled(
  db: Db,
  bettor: Address,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
) {
  let where = sql`payout is not null`;
  if (cursor !== undefined) {
    const { settledAt, marketId } = readCursor(cursor);
    where = sql`${where} and (settled_at, market_id) < (${settledAt}, ${marketId})`;
  }
  const order = sql`settled_at desc, market_id desc`;
  const rows = await select(db, bettor, where, order, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? writeCursor(last.settled_at ?? 0n, last.id) : null;
  return { positions: shown.map(toPositionView), nextCursor };
}

const writeCursor = (settledAt: bigint, marketId: string): string =>
  formatCursor([String(settledAt), marketId]);

function readCursor(text: string): { settledAt: bigint; marketId: string } {
  const [settledAt, marketId, ...rest] = parseCursor(text);
  const isId = typeof marketId === 'string' && MARKET_ID.test(marketId);
  if (!isId || rest.length > 0) throw invalidCursor();
  return { settledAt: toInteger(settledAt), marketId };
}

export const listStakedMarkets = (db: Db, wallet: string) =>
  listValues<string>(db)`select market_id from bettors
    join positions on positions.bettor = bettors.address
    where wallet = ${wallet} and payout is null`;
