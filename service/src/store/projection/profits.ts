// What settled positions came to, per bettor and currency, so that lists of the best need not read
// positions. One row has three windows: all days, the last day with a settlement, and a week.
import { CURRENCIES, type Currency, currencyToCode, unixSeconds } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { dayOf } from '../journal/payments.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import { listRows } from '../statements.ts';
import type { Db } from '../store.ts';
import { formatCursor, invalidCursor, parseCursor, toInteger } from './list-cursor.ts';
import type { Payouts } from './save-positions.ts';
import { clampSum, sumWithExcluded } from './totals.ts';

export type ProfitRow = ProjectionTables['profits'];

export interface SettledPositions {
  readonly currency: bigint;
  readonly isRefund: boolean;
  readonly settled_at: bigint;
  readonly paid: Payouts['paid'];
}

/** All of them, for reads by bettor: the key begins with the currency. */
export const CURRENCY_CODES = CURRENCIES.map((currency) => BigInt(currencyToCode(currency)));

export const toDay = (at: bigint): bigint => BigInt(dayOf(unixSeconds(at)));

export const startOfDay = (day: bigint): bigint => day * SECONDS_PER_DAY;

export async function addProfits(db: Db, settled: readonly SettledPositions[]): Promise<void> {
  const days = new Map<bigint, SettledPositions[]>();
  for (const positions of settled) {
    const day = toDay(positions.settled_at);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(positions);
    else days.set(day, [positions]);
  }
  for (const ofDay of days.values()) {
    await bulkInsert(db, 'profits', sum(ofDay), ADD);
  }
}

/** Counts the rows of these bettors again from their positions. Their weeks may be too long. */
export async function recountProfits(db: Db, bettors: readonly string[]): Promise<void> {
  for (let from = 0; from < bettors.length; from += BETTORS_AT_ONCE) {
    const some = bettors.slice(from, from + BETTORS_AT_ONCE);
    const ofBettors = db.deleteFrom('profits').where('currency', 'in', CURRENCY_CODES);
    await ofBettors.where('bettor', 'in', some).execute();
    const rows = sum(await listSettled(db, some, 0n));
    await bulkInsert(db, 'profits', rows);
  }
}

const DAYS_OF_WEEK = 7n;

/** Takes days that are over out of the week's profits, some rows at a time. False: all done. */
export async function startWeek(db: Db, today: bigint): Promise<boolean> {
  const first = today - DAYS_OF_WEEK + 1n;
  const old = await selectOld(db, first).limit(BETTORS_AT_ONCE).execute();
  if (old.length === 0) return false;
  const bettors = [...new Set(old.map(({ bettor }) => bettor))];
  await lock(db, bettors);
  const settled = await listSettled(db, bettors, startOfDay(first));
  const weeks = new Map(sum(settled).map((row) => [keyOf(row), row]));
  for (const row of old) {
    const { week_from = null, week_profit = 0n } = weeks.get(keyOf(row)) ?? {};
    await sql`update profits set week_from = ${week_from}, week_profit = ${week_profit}
      where currency = ${row.currency} and bettor = ${row.bettor}`.execute(db);
  }
  return true;
}

export async function isWeekOver(db: Db, today: bigint): Promise<boolean> {
  const old = await selectOld(db, today - DAYS_OF_WEEK + 1n)
    .limit(1)
    .execute();
  return old.length > 0;
}

const BETTORS_AT_ONCE = 200;
const SECONDS_PER_DAY = 86_400n;

const selectOld = (db: Db, first: bigint) =>
  db.selectFrom('profits').select(['currency', 'bettor']).where('week_from', '<', first);

/** In the order in which rows are added, or replicas could deadlock. */
async function lock(db: Db, bettors: readonly string[]): Promise<void> {
  await db
    .selectFrom('profits')
    .select('bettor')
    .where('currency', 'in', CURRENCY_CODES)
    .where('bettor', 'in', bettors)
    .orderBy('currency')
    .orderBy('bettor')
    .forUpdate()
    .execute();
}

async function listSettled(db: Db, bettors: readonly string[], since: bigint) {
  type Row = Payouts['paid'][number] & Record<'currency' | 'settled_at' | 'refund_reason', bigint>;
  const rows = await listRows<Row>(db)`
    select currency, bettor, stake_yes, stake_no, payout, settled_at, refund_reason
    from positions join markets on markets.id = positions.market_id
    where bettor in (${sql.join(bettors)}) and payout is not null
      and settled_at >= ${since}`;
  return rows.map(({ currency, settled_at, refund_reason, ...paid }) => {
    return { currency, isRefund: refund_reason !== 0n, settled_at, paid: [paid] };
  });
}

const keyOf = ({ currency, bettor }: Pick<ProfitRow, 'currency' | 'bettor'>) =>
  `${currency} ${bettor}`;

function sum(settled: readonly SettledPositions[]): ProfitRow[] {
  const rows = new Map<string, ProfitRow>();
  for (const positions of settled) {
    const day = toDay(positions.settled_at);
    for (const position of positions.paid) {
      const row = toRow(positions, position, day);
      const key = keyOf(row);
      const known = rows.get(key);
      rows.set(key, known ? merge(known, row) : row);
    }
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Without `...`, which would take longer than all the rest: there are very many of them. */
function toRow(
  { currency, isRefund }: SettledPositions,
  { bettor, stake_yes, stake_no, payout }: Payouts['paid'][number],
  day: bigint,
): ProfitRow {
  const staked = clampSum(stake_yes + stake_no);
  const profit = clampSum(payout - staked);
  return {
    currency,
    bettor,
    profit,
    staked,
    won: !isRefund && payout > 0n ? 1n : 0n,
    lost: !isRefund && payout === 0n ? 1n : 0n,
    refunded: isRefund ? 1n : 0n,
    day,
    day_profit: profit,
    week_from: day,
    week_profit: profit,
  };
}

function merge(a: ProfitRow, b: ProfitRow): ProfitRow {
  const add = (column: 'profit' | 'staked' | 'week_profit') => clampSum(a[column] + b[column]);
  const isSameDay = a.day === b.day;
  const later = a.day > b.day ? a : b;
  const earlier = (a.week_from ?? 0n) < (b.week_from ?? 0n) ? a : b;
  return {
    ...a,
    profit: add('profit'),
    staked: add('staked'),
    won: a.won + b.won,
    lost: a.lost + b.lost,
    refunded: a.refunded + b.refunded,
    day: later.day,
    day_profit: isSameDay ? clampSum(a.day_profit + b.day_profit) : later.day_profit,
    week_from: earlier.week_from,
    week_profit: add('week_profit'),
  };
}

const sumOf = (column: keyof ProfitRow) => sumWithExcluded('profits', column);

const ADD = `on conflict (currency, bettor) do update set
  profit = ${sumOf('profit')},
  staked = ${sumOf('staked')},
  won = profits.won + excluded.won,
  lost = profits.lost + excluded.lost,
  refunded = profits.refunded + excluded.refunded,
  day_profit = case when excluded.day = profits.day then ${sumOf('day_profit')}
    when excluded.day > profits.day then excluded.day_profit else profits.day_profit end,
  day = case when excluded.day > profits.day then excluded.day else profits.day end,
  week_profit = case when profits.week_from is null then excluded.week_profit
    else ${sumOf('week_profit')} end,
  week_from = case when profits.week_from < excluded.week_from
    then profits.week_from else excluded.week_from end`;

export const WINDOWS = ['day', 'week', 'all'] as const;
type Window = (typeof WINDOWS)[number];

export interface LeaderPage {
  readonly window: Window;
  readonly currency: Currency;
  readonly limit: number;
  readonly cursor?: string;
}

/** Equal profits are in the order of the accounts' addresses. */
export async function listLeaders(db: Db, page: LeaderPage, today: bigint) {
  const last = page.cursor === undefined ? undefined : readCursor(page.cursor, page);
  const most = page.limit + 1;
  const profit = sql.ref(PROFITS[page.window]);
  const tied = last
    ? sql`${profit} = ${last.profit} and profits.bettor > ${last.bettor} order by profits.bettor`
    : undefined;
  const others = sql`${last ? sql`${profit} < ${last.profit}` : sql`1 = 1`}
    order by ${profit} desc, profits.bettor`;
  const rows = tied ? await select(db, page, today, sql`${tied} limit ${most}`) : [];
  rows.push(...(await select(db, page, today, sql`${others} limit ${most - rows.length}`)));
  const leaders = rows.slice(0, page.limit).map(({ wallet, ...row }, index) => ({
    ...row,
    // The account, if the wallet is not known yet.
    wallet: wallet ?? row.bettor,
    rank: (last?.rank ?? 0) + index + 1,
  }));
  const end = rows.length > page.limit ? leaders.at(-1) : undefined;
  return { leaders, nextCursor: end ? writeCursor(page, end) : null };
}

const PROFITS = {
  day: 'profits.day_profit',
  week: 'profits.week_profit',
  all: 'profits.profit',
} as const satisfies Record<Window, string>;

async function select(
  db: Db,
  { window, currency }: LeaderPage,
  today: bigint,
  condition: RawBuilder<unknown>,
) {
  const isInWindow = {
    day: sql`day = ${today}`,
    week: sql`week_from is not null`,
    all: sql`1 = 1`,
  };
  return listRows<{ bettor: string; wallet: string | null; profit: bigint }>(db)`
    select profits.bettor, wallet, ${sql.ref(PROFITS[window])} as profit
    from profits left join bettors on bettors.address = profits.bettor
    where currency = ${BigInt(currencyToCode(currency))} and ${isInWindow[window]}
      and ${condition}`;
}

type Place = { profit: bigint; bettor: string; rank: number };

const BETTOR = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

const writeCursor = ({ window, currency }: LeaderPage, { profit, bettor, rank }: Place): string =>
  formatCursor([window, currency, String(profit), bettor, rank]);

function readCursor(text: string, { window, currency }: LeaderPage): Place {
  const [ofWindow, ofCurrency, profit, bettor, rank, ...rest] = parseCursor(text);
  const isPlace = typeof bettor === 'string' && BETTOR.test(bettor) && rest.length === 0;
  if (!isPlace || !Number.isSafeInteger(rank) || Number(rank) < 1) throw invalidCursor();
  if (ofWindow !== window || ofCurrency !== currency) throw invalidCursor('from another list');
  return { profit: toInteger(profit), bettor, rank: Number(rank) };
}
