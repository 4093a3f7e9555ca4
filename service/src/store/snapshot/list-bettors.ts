// Bettors with their open positions, for a comparison with their accounts.
import type { Db } from '../store.ts';

interface BettorRow {
  readonly address: string;
  readonly wallet: string;
}

export interface OpenPositionRow {
  readonly market_id: string;
  readonly stake_yes: bigint;
  readonly stake_no: bigint;
}

const PAGE = 500;

/** All of them, in the order of their addresses. */
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
