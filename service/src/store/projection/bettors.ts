import { CompiledQuery } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import { findRow, isPostgres, listRows } from '../statements.ts';
import type { Db } from '../store.ts';

export type BettorRow = ProjectionTables['bettors'];

export const insertBettors = (db: Db, rows: readonly BettorRow[]): Promise<void> =>
  bulkInsert(db, 'bettors', rows, 'on conflict do nothing');

export async function findWallets(db: Db, bettors: Iterable<string>) {
  const addresses = [...new Set(bettors)];
  if (addresses.length === 0) return new Map();
  const [isOne, list] = isPostgres(db)
    ? ['address = any($1::text[])', addresses]
    : ['address in (select value from json_each(?))', JSON.stringify(addresses)];
  const text = `select address, wallet from bettors where ${isOne}`;
  const query = CompiledQuery.raw(text, [list]);
  const { rows } = await db.executeQuery<{ address: string; wallet: string }>(query);
  return new Map(rows.map(({ address, wallet }) => [address, wallet]));
}

export async function hasBettor(db: Db, wallet: string): Promise<boolean> {
  const found = await findRow(db)`select 1 from bettors where wallet = ${wallet} limit 1`;
  return found !== undefined;
}

export type OpenPositionRow = Pick<
  ProjectionTables['positions'],
  'market_id' | 'stake_yes' | 'stake_no'
>;

const PAGE = 500;

export async function* walkBettors(db: Db): AsyncIterable<BettorRow> {
  for (let after = ''; ; ) {
    const rows = await listRows<BettorRow>(db)`select * from bettors where address > ${after}
      order by address limit ${PAGE}`;
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.address;
  }
}

export const listOpenPositions = (db: Db, bettor: string) =>
  listRows<OpenPositionRow>(db)`
    select market_id, stake_yes, stake_no from positions where bettor = ${bettor}
    and payout is null`;

export async function countClosed(db: Db) {
  const counts = await findRow<Record<'markets' | 'bets' | 'positions', bigint>>(db)`
    with closed as (select id from markets where account_closed = 1)
    select (select count(*) from closed) as markets,
      (select count(*) from bets where market_id in (select id from closed)) as bets,
      (select count(*) from positions where market_id in (select id from closed)) as positions
  `;
  return {
    markets: Number(counts?.markets),
    bets: Number(counts?.bets),
    positions: Number(counts?.positions),
  };
}
