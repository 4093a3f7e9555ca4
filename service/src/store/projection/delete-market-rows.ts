import type { Address } from '@solana/kit';
import { sql } from 'kysely';
import { findRow, findValue, listRows, listValues } from '../statements.ts';
import type { Db } from '../store.ts';
import { hasBetOn } from './ledger.ts';
import { recountProfits, toDay } from './profits.ts';
import { deleteMarketWords } from './save-markets.ts';
import { ALL_DAYS, addTotals, type BettorDay, NO_TOTALS, SUMS, type TotalRow } from './totals.ts';
import { deleteTransactions } from './transactions.ts';

const CLOSED_MAX = 1_000;

export async function deleteMarketRows(db: Db, marketId: string): Promise<void> {
  const counted = await findCounted(db, marketId);
  for (const table of ['bets', 'positions', 'market_rules', 'market_transactions'] as const) {
    await db.deleteFrom(table).where('market_id', '=', marketId).execute();
  }
  await deleteMarketWords(db, marketId);
  await db.deleteFrom('markets').where('id', '=', marketId).execute();
  if (counted) await uncount(db, counted);
}

export async function deleteDroppedTransactions(db: Db, signatures: readonly string[]) {
  await db.deleteFrom('fee_events').where('signature', 'in', signatures).execute();
  await db.deleteFrom('transfers').where('signature', 'in', signatures).execute();
  await deleteTransactions(db, signatures);
}

export async function listTouchedMarkets(db: Db, signatures: readonly string[]) {
  const list = sql.join(signatures);
  const touched = await listValues<Address>(db)`select address from markets
    where created_signature in (${list}) or resolved_signature in (${list})
      or id in (select market_id from bets where signature in (${list}))
      or id in (select market_id from positions where settled_signature in (${list}))`;
  const closed = await listRows<{ address: Address; sequence: bigint }>(db)`
    select address, sequence from markets where fees_moved = 1 and veto_ends_at is not null
    order by veto_ends_at desc limit ${CLOSED_MAX}`;
  return { touched, closed };
}

/** The transactions from which the market's rows come. */
export async function listMarketSignatures(db: Db, market: Address): Promise<string[]> {
  const signatures = await listValues<string | null>(db)`
    with found as (select * from markets where address = ${market})
    select created_signature as signature from found union select resolved_signature from found
    union select signature from bets where market_id = (select id from found)
    union select settled_signature from positions where market_id = (select id from found)
    union select signature from market_transactions
      where market_id = (select id from found)`;
  return signatures.filter((signature) => signature !== null);
}

// Takes a market out of profits and totals, before its rows are written again. That is rare, so it
// looks at every bet of the market.

interface Counted {
  readonly currency: bigint;
  readonly totals: ReadonlyMap<bigint, TotalRow>;
  readonly bettorDays: readonly BettorDay[];
  readonly paid: readonly string[];
}

async function findCounted(db: Db, marketId: string): Promise<Counted | undefined> {
  const market = await findRow<Record<'currency' | 'fees_moved' | 'burn' | 'dust', bigint>>(db)`
    select currency, fees_moved, burn, dust from markets where id = ${marketId}`;
  if (!market) return undefined;
  const { currency } = market;
  const totals = new Map<bigint, TotalRow>();
  const at = (time: bigint): TotalRow => {
    const day = toDay(time);
    const row = totals.get(day) ?? { currency, day, ...NO_TOTALS };
    totals.set(day, row);
    return row;
  };
  const bettorDays = new Map<string, BettorDay>();
  for (const { bettor, amount, placed_at } of await listBets(db, marketId)) {
    const row = at(placed_at);
    row.volume += amount;
    row.bets += 1n;
    bettorDays.set(`${row.day} ${bettor}`, { currency, day: row.day, bettor });
    bettorDays.set(`${ALL_DAYS} ${bettor}`, { currency, day: ALL_DAYS, bettor });
  }
  const paid = await listPaid(db, marketId);
  for (const { payout, settled_at } of paid) at(settled_at ?? 0n).paid += payout ?? 0n;
  const closedAt = market.fees_moved === 0n ? undefined : await findClosedAt(db, marketId);
  if (closedAt !== undefined) at(closedAt).burned += market.burn + market.dust;
  const bettors = paid.map(({ bettor }) => bettor);
  return { currency, totals, bettorDays: [...bettorDays.values()], paid: bettors };
}

async function uncount(db: Db, { currency, totals, bettorDays, paid }: Counted) {
  await recountProfits(db, paid);
  const sums = { currency, day: ALL_DAYS, ...NO_TOTALS };
  const rows = new Map(totals).set(ALL_DAYS, sums);
  for (const row of totals.values()) for (const name of SUMS) sums[name] += row[name];
  for (const each of bettorDays) {
    const row = rows.get(each.day);
    if (!row || (await hasBetOn(db, each))) continue;
    row.bettors += 1n;
    await sql`delete from bettor_days where currency = ${currency} and day = ${each.day}
      and bettor = ${each.bettor}`.execute(db);
  }
  await addTotals(db, [...rows.values()].map(negate));
  const areZero = sql.raw(SUMS.map((name) => `${name} = 0`).join(' and '));
  await sql`delete from totals where day in (${sql.join([...rows.keys()])})
    and ${areZero}`.execute(db);
}

function negate(row: TotalRow): TotalRow {
  const negated = { ...row };
  for (const name of SUMS) negated[name] = -row[name];
  return negated;
}

const listBets = (db: Db, marketId: string) =>
  listRows<{ bettor: string; amount: bigint; placed_at: bigint }>(db)`
    select bettor, amount, placed_at from bets where market_id = ${marketId}`;

const listPaid = (db: Db, marketId: string) =>
  listRows<{ bettor: string; payout: bigint | null; settled_at: bigint | null }>(db)`
    select bettor, payout, settled_at from positions where market_id = ${marketId}
    and payout is not null`;

const findClosedAt = (db: Db, marketId: string) =>
  findValue<bigint>(db)`
    select block_time from market_transactions where market_id = ${marketId} and kind = 'closed'
    order by slot limit 1`;
