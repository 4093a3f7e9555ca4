import { sql } from 'kysely';
import { clampSum } from '../projection/clamped-sum.ts';
import { TRANSFERS_CURSOR } from '../projection/cursors.ts';
import { IS_OWN_BET } from '../projection/read-ledger.ts';
import { recountProfits } from '../projection/save-profits.ts';
import { ALL_DAYS, addTotals, NO_TOTALS, type TotalRow } from '../projection/save-totals.ts';
import type { Db } from '../store.ts';
import { createIndex, type TableOptions } from './columns.ts';
import type { Migration } from './migration.ts';

const PAGE = 1_000;

const PROFITS: TableOptions = {
  columns: {
    currency: 'integer',
    bettor: 'text',
    profit: 'integer',
    staked: 'integer',
    won: 'integer',
    lost: 'integer',
    refunded: 'integer',
    day: 'integer',
    day_profit: 'integer',
    week_from: 'integer?',
    week_profit: 'integer',
  },
  key: ['currency', 'bettor'],
  isSmall: true,
};

const TOTALS: TableOptions = {
  columns: {
    currency: 'integer',
    day: 'integer',
    volume: 'integer',
    bets: 'integer',
    bettors: 'integer',
    paid: 'integer',
    burned: 'integer',
  },
  key: ['currency', 'day'],
  isSmall: true,
};

const BETTOR_DAYS: TableOptions = {
  columns: { currency: 'integer', day: 'integer', bettor: 'text' },
  key: ['currency', 'day', 'bettor'],
  isSmall: true,
};

const TRANSFERS: TableOptions = {
  columns: {
    signature: 'text',
    instruction: 'integer',
    bettor: 'text',
    kind: 'text',
    currency: 'integer',
    amount: 'integer',
    slot: 'integer',
    block_time: 'integer',
  },
  key: ['signature', 'instruction'],
};

/**
 * Profits per bettor, in the orders in which they are listed; what happened per day; and what
 * statements of accounts need besides bets and payouts.
 */
export const ledger: Migration = {
  name: '0022-ledger',
  projection: {
    tables: { profits: PROFITS, totals: TOTALS, bettor_days: BETTOR_DAYS, transfers: TRANSFERS },
    async up(db) {
      await addProfits(db);
      await addTransfers(db);
    },
  },
};

async function addProfits(db: Db): Promise<void> {
  for (const index of [
    'profits_all on profits (currency, profit desc, bettor)',
    'profits_day on profits (currency, day, day_profit desc, bettor)',
    `profits_week on profits (currency, week_profit desc, bettor, week_from)
      where week_from is not null`,
  ]) {
    await sql.raw(`create index ${index}`).execute(db);
  }
  await createIndex(db, 'profits', ['week_from'], { where: 'week_from is not null' });
  // The results of a wallet, newest first.
  const columns = ['bettor', 'settled_at', 'market_id'];
  await createIndex(db, 'positions', columns, { where: 'payout is not null' });
  await fillProfits(db);
  await fillTotals(db);
}

async function addTransfers(db: Db): Promise<void> {
  await createIndex(db, 'transfers', ['bettor']);
  await sql.raw(`create index bets_own on bets (bettor, bet_id) where ${IS_OWN_BET}`).execute(db);
  // Only the chain has the earlier ones. There are no statements until a rebuild read them.
  const newest = sql`signature, slot from transactions order by slot desc limit 1`;
  await sql`insert into cursors (name, signature, slot)
    select ${TRANSFERS_CURSOR}, ${newest}`.execute(db);
}

async function fillProfits(db: Db): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ bettor: string }>`select distinct bettor from positions
      where bettor > ${after} order by bettor limit ${PAGE}`.execute(db);
    const bettors = rows.map(({ bettor }) => bettor);
    await recountProfits(db, bettors);
    const last = bettors.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Sums could be too large for an integer of SQL, and so their halves are summed. */
async function fillTotals(db: Db): Promise<void> {
  await sql`insert into bettor_days (currency, day, bettor)
    select distinct currency, placed_at / 86400, bettor
    from bets join markets on markets.id = bets.market_id`.execute(db);
  await sql`insert into bettor_days (currency, day, bettor)
    select distinct currency, ${sql.raw(String(ALL_DAYS))}, bettor from bettor_days`.execute(db);
  const bets = await listSums(
    db,
    'placed_at',
    'amount',
    'bets join markets on markets.id = bets.market_id',
  );
  const paid = await listSums(
    db,
    'settled_at',
    'payout',
    'positions join markets on markets.id = positions.market_id where payout is not null',
  );
  // When the fees of a market moved, which older databases do not know of all.
  const closed = `select market_id, min(block_time) as closed_at from market_transactions
    where kind = 'closed' group by market_id`;
  const burned = await listSums(
    db,
    'coalesce(closed_at, veto_ends_at, resolved_at)',
    '(burn + dust)',
    `markets left join (${closed}) as closed on closed.market_id = markets.id
      where fees_moved = 1`,
  );
  const { rows: days } = await sql<{ currency: bigint; day: bigint; bettors: bigint }>`
    select currency, day, count(*) as bettors from bettor_days group by currency, day`.execute(db);
  for (const row of days) await addTotals(db, [{ ...NO_TOTALS, ...row }]);
  const add = async (sums: readonly Sums[], toTotal: (sums: Sums) => Partial<TotalRow>) => {
    for (const each of sums) {
      const { currency } = each;
      const row = { ...NO_TOTALS, currency, ...toTotal(each) };
      await addTotals(db, [
        { ...row, day: each.day },
        { ...row, day: ALL_DAYS },
      ]);
    }
  };
  await add(bets, ({ total: volume, count }) => ({ volume, bets: count }));
  await add(paid, ({ total }) => ({ paid: total }));
  await add(burned, ({ total }) => ({ burned: total }));
}

interface Sums {
  readonly currency: bigint;
  readonly day: bigint;
  readonly total: bigint;
  readonly count: bigint;
}

const HALF = 2n ** 32n;

async function listSums(db: Db, time: string, amount: string, from: string): Promise<Sums[]> {
  const { rows } = await sql
    .raw<Omit<Sums, 'total'> & { high: bigint; low: bigint }>(
      `select currency, ${time} / 86400 as day, count(*) as count,
      cast(sum(${amount} / ${HALF}) as bigint) as high,
      cast(sum(${amount} % ${HALF}) as bigint) as low
      from ${from} group by currency, ${time} / 86400`,
    )
    .execute(db);
  return rows.map(({ high, low, ...row }) => ({ ...row, total: clampSum(high * HALF + low) }));
}
