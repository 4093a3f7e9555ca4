import { CompiledQuery } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import type { Db } from '../store.ts';

export type BettorRow = ProjectionTables['bettors'];

/** The address is derived from the wallet, so a Bettor that is opened again has the same row. */
export async function insertBettors(db: Db, rows: readonly BettorRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('bettors')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findWallets(
  db: Db,
  bettors: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
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
  const row = await db
    .selectFrom('bettors')
    .select('address')
    .where('wallet', '=', wallet)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface OpenPositionRow {
  readonly market_id: string;
  readonly stake_yes: bigint;
  readonly stake_no: bigint;
}

const PAGE = 500;

export async function* walkBettors(db: Db): AsyncIterable<BettorRow> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('bettors')
      .selectAll()
      .where('address', '>', after)
      .orderBy('address')
      .limit(PAGE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.address;
  }
}

export function listOpenPositions(db: Db, bettor: string): Promise<OpenPositionRow[]> {
  return db
    .selectFrom('positions')
    .select(['market_id', 'stake_yes', 'stake_no'])
    .where('bettor', '=', bettor)
    .where('payout', 'is', null)
    .execute();
}

/** What account state cannot show: of markets whose account is closed. */
export async function countClosed(
  db: Db,
): Promise<{ readonly markets: number; readonly bets: number; readonly positions: number }> {
  const closed = db.selectFrom('markets').select('id').where('account_closed', '=', 1n);
  const count = async (table: 'bets' | 'positions') => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<bigint>().as('rows'))
      .where('market_id', 'in', closed)
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  const { rows } = await db
    .selectFrom('markets')
    .select(({ fn }) => fn.countAll<bigint>().as('rows'))
    .where('account_closed', '=', 1n)
    .executeTakeFirstOrThrow();
  return { markets: Number(rows), bets: await count('bets'), positions: await count('positions') };
}
