import { sql } from 'kysely';
import { listRows } from '../statements.ts';
import type { Db } from '../store.ts';
import type { MarketRow } from './market-view.ts';

export type AuditedMarket = Readonly<Awaited<ReturnType<typeof findAudited>>[number]>;

export const listAuditable = (db: Db, after: string, limit: number) =>
  listRows<Pick<MarketRow, 'id' | 'bets'>>(db)`select id, bets from markets
    where account_closed = 0 and id > ${after} order by id limit ${limit}`;

/** One statement, so that a commit in between does not show as a difference. */
export async function findAudited(db: Db, marketIds: readonly string[]) {
  const found = await db
    .selectFrom('markets')
    .selectAll('markets')
    .select([
      sql<bigint>`(select count(*) from bets where market_id = markets.id)`.as('bet_rows'),
      sumOf('count(*)').as('positions'),
      sumOf('count(*) - count(payout)').as('unsettled'),
      sumOf('cast(coalesce(sum(stake_yes), 0) as bigint)').as('stake_yes'),
      sumOf('cast(coalesce(sum(stake_no), 0) as bigint)').as('stake_no'),
      sumOf('cast(coalesce(sum(payout), 0) as bigint)').as('paid'),
    ])
    .where('id', 'in', marketIds)
    .orderBy('id')
    .execute();
  return found.map(({ bet_rows, positions, unsettled, stake_yes, stake_no, paid, ...row }) => ({
    ...{ row: row as MarketRow, betRows: bet_rows, positions, openPositions: unsettled },
    ...{ stakeYes: stake_yes, stakeNo: stake_no, paid },
  }));
}

const sumOf = (what: string) =>
  sql<bigint>`(select ${sql.raw(what)} from positions where market_id = markets.id)`;
