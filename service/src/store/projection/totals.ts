// What happened per currency and day. A batch of the indexer changes each row once, however many
// bets it has.
import { type Currency, currencyFromCode, type UnixSeconds } from '@tote/domain';
import { CompiledQuery } from 'kysely';
import { bulkInsert, bulkInsertNew } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import { isPostgres, listRows, withHint } from '../statements.ts';
import type { Db } from '../store.ts';
import { listStates } from './find-list.ts';

// Sums over time, which have no natural limit as single amounts do. They stop at the limits of a
// column: an overflow would be an error, and the indexer could not go on.

const SUM_MAX = 2n ** 63n - 1n;

export function clampSum(sum: bigint): bigint {
  if (sum > SUM_MAX) return SUM_MAX;
  return sum < -SUM_MAX ? -SUM_MAX : sum;
}

export function sumWithExcluded(table: string, column: string): string {
  const [left, right] = [`${table}.${column}`, `excluded.${column}`];
  return `case when ${right} > 0 and ${left} > ${SUM_MAX} - ${right} then ${SUM_MAX}
    when ${right} < 0 and ${left} < -${SUM_MAX} - ${right} then -${SUM_MAX}
    else ${left} + ${right} end`;
}

export type TotalRow = ProjectionTables['totals'];
export type BettorDay = ProjectionTables['bettor_days'];

export const ALL_DAYS = 0n;

export const NO_TOTALS = { volume: 0n, bets: 0n, bettors: 0n, paid: 0n, burned: 0n } as const;

export async function addTotals(db: Db, rows: readonly TotalRow[]): Promise<void> {
  const sorted = [...rows].sort((a, b) => Number(a.currency - b.currency || a.day - b.day));
  await bulkInsert(db, 'totals', sorted, `on conflict (currency, day) do update set ${ADD}`);
}

export const SUMS = Object.keys(NO_TOTALS) as (keyof typeof NO_TOTALS)[];

const ADD = SUMS.map((column) => `${column} = ${sumWithExcluded('totals', column)}`).join(', ');

export async function insertBettorDays(db: Db, rows: readonly BettorDay[]) {
  // SQLite assumes that all are new, and it is costly if that is wrong.
  const known = isPostgres(db) ? new Set<string>() : await findKnown(db, rows);
  const unknown = rows.filter((row) => !known.has(bettorDayKey(row)));
  unknown.sort((a, b) => (bettorDayKey(a) < bettorDayKey(b) ? -1 : 1));
  const columns = 'currency, day, bettor';
  const inserted = await bulkInsertNew<BettorDay>(db, 'bettor_days', unknown, columns);
  return inserted === 'all' ? unknown : inserted;
}

export const bettorDayKey = ({ currency, day, bettor }: BettorDay) =>
  `${currency} ${day} ${bettor}`;

/** The insert would fail if what was read is outdated. */
async function findKnown(db: Db, rows: readonly BettorDay[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const keys = rows.map(({ currency, day, bettor }) => [Number(currency), Number(day), bettor]);
  const query = CompiledQuery.raw(FIND_KNOWN, [JSON.stringify(keys)]);
  const { rows: found } = await db.executeQuery<BettorDay>(
    withHint(query, { isCommittedRead: true }),
  );
  return new Set(found.map(bettorDayKey));
}

// Each is looked up by the key.
const FIND_KNOWN = `select known.currency, known.day, known.bettor
  from json_each(?) as asked cross join bettor_days as known
  where known.currency = asked.value ->> 0 and known.day = asked.value ->> 1
    and known.bettor = asked.value ->> 2`;

export const listTotals = (db: Db, from: bigint) =>
  listRows<TotalRow>(db)`select * from totals where day = ${ALL_DAYS} or day >= ${from}`;

export async function countOpenMarkets(db: Db, now: UnixSeconds) {
  const counts: Record<Currency, number> = { SOL: 0, UTILITY: 0 };
  for (const { condition } of listStates('open', BigInt(now))) {
    const rows = await listRows<{ currency: bigint; count: bigint }>(db)`
      select currency, count(*) as count from markets
      where mismatch is null and ${condition} group by currency`;
    for (const { currency, count } of rows) counts[currencyFromCode(currency)] += Number(count);
  }
  return counts;
}
