import { address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import { amount, outcomeFromCode, unixSeconds } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';
import { bulkInsertNew } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import { findRow, isPostgres, listRows } from '../statements.ts';
import type { Db } from '../store.ts';

export type BetRow = ProjectionTables['bets'];

type BetKey = Pick<BetRow, 'signature' | 'instruction' | 'position'>;

export async function insertBets(db: Db, rows: readonly BetRow[]): Promise<readonly BetRow[]> {
  const key = 'signature, instruction, position';
  const inserted = await bulkInsertNew<BetKey>(db, 'bets', rows, key);
  if (inserted === 'all') return rows;
  const keys = new Set(inserted.map(keyOf));
  return rows.filter((row) => keys.has(keyOf(row)));
}

const keyOf = ({ signature, instruction, position }: BetKey): string =>
  `${signature} ${instruction} ${position}`;

interface Page {
  readonly marketId: string;
  readonly limit: number;
  readonly offset: number;
  readonly after?: BetPlace;
}

type BetPlace = Pick<BetRow, 'sequence' | 'position'>;

export const findBetPlace = (db: Db, marketId: string, betId: string) =>
  findRow<BetPlace>(db)`select sequence, position from bets where bet_id = ${betId}
    and market_id = ${marketId}`;

export async function findBet(db: Db, betId: string): Promise<BetView | undefined> {
  const [row] = await select(db, sql`bets.bet_id = ${betId}`);
  return row && toBetView(row);
}

export async function listTransactionBets(db: Db, signature: string): Promise<BetView[]> {
  const order = sql`order by bets.instruction, bets.position`;
  return (await select(db, sql`bets.signature = ${signature} ${order}`)).map(toBetView);
}

export async function listMarketBets(db: Db, { marketId, limit, offset, after }: Page) {
  const isBehind = after ? isPlace('<', after) : sql`1 = 1`;
  const ofMarket = sql`bets.market_id = ${marketId} and ${isBehind}`;
  const inOrder = sql`order by bets.sequence desc, bets.position desc`;
  const first = await findRow<BetPlace>(db)`select sequence, position from bets
    where ${ofMarket} ${inOrder} limit 1 offset ${offset}`;
  if (!first) return [];
  const onPage = sql`${ofMarket} and ${isPlace('<=', first)} ${inOrder} limit ${limit}`;
  return (await select(db, onPage)).map(toBetView);
}

/** The first, the last, and others at even distances. Each is looked up; the rest is not read. */
export async function listBetsAtPoints(db: Db, marketId: string, points: number) {
  const ends = await findEnds(db, marketId);
  if (!ends) return [];
  const { first, last } = ends;
  const sequences = new Set<bigint>();
  for (let index = 1; index < points; index += 1) {
    const share = (last - first) * BigInt(index);
    sequences.add(first + share / BigInt(points - 1));
  }
  const asked = isPostgres(db)
    ? sql`unnest(${[...sequences]}::int8[]) as asked(value)`
    : sql`json_each(${JSON.stringify([...sequences].map(Number))}) as asked`;
  const before = sql`(select max(sequence) from bets
    where market_id = ${marketId} and sequence <= asked.value)`;
  const rows = await listRows<Row>(db)`
    select bets.*, bettors.wallet from (
      select distinct ${before} as sequence from ${asked}
    ) as chosen
    join bets on bets.market_id = ${marketId} and bets.sequence = chosen.sequence
      and bets.position = (select max(position) from bets
        where market_id = ${marketId} and sequence = chosen.sequence)
    left join bettors on bettors.address = bets.bettor
    order by bets.sequence desc`;
  const inOrder = sql`order by bets.sequence, bets.position`;
  const [oldest] = await select(db, sql`bets.market_id = ${marketId} ${inOrder} limit 1`);
  const isThere = rows.some(({ bet_id }) => bet_id === oldest?.bet_id);
  return [...rows, ...(oldest && !isThere ? [oldest] : [])].map(toBetView);
}

async function findEnds(db: Db, marketId: string) {
  // Two subqueries: SQLite finds one end of an index at once, but scans all of it for both.
  const bets = sql`from bets where market_id = ${marketId}`;
  const ends = await findRow<{ first: bigint | null; last: bigint | null }>(db)`select
    (select min(sequence) ${bets}) as first, (select max(sequence) ${bets}) as last`;
  const { first = null, last = null } = ends ?? {};
  return first === null || last === null ? undefined : { first, last };
}

function isPlace(operator: '<' | '<=', { sequence, position }: BetPlace) {
  const place = sql`(${sequence}, ${position})`;
  return sql`(bets.sequence, bets.position) ${sql.raw(operator)} ${place}`;
}

type Row = BetRow & { wallet: string | null };

const select = (db: Db, condition: RawBuilder<unknown>) =>
  listRows<Row>(db)`select bets.*, bettors.wallet from bets
    left join bettors on bettors.address = bets.bettor where ${condition}`;

export type BetView = Readonly<ReturnType<typeof toBetView>>;

function toBetView(row: Row) {
  const outcome = outcomeFromCode(Number(row.outcome));
  if (outcome === null) throw new RangeError(`the bet ${row.bet_id} is on no outcome`);
  return {
    betId: row.bet_id,
    marketId: row.market_id as MarketId,
    // A Bettor is opened before it bets, but transactions may be indexed in another order.
    wallet: address(row.wallet ?? row.bettor),
    outcome,
    amount: amount(row.amount),
    pools: { yes: amount(row.pool_yes), no: amount(row.pool_no) },
    sequence: row.sequence,
    signature: row.signature,
    placedAt: unixSeconds(row.placed_at),
  };
}
