import { largest, smallest } from '@tote/chain/lib/bigints';
import { amount, CURRENCIES, type Currency, currencyToCode, mulDivFloor } from '@tote/domain';
import { sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { ProjectionTables } from '../projection-tables.ts';
import { findRow, findValue, listRows } from '../statements.ts';
import type { Db } from '../store.ts';
import type { MarketView } from './market-view.ts';

export type FeeEventRow = ProjectionTables['fee_events'];

export const insertFeeEvents = (db: Db, rows: readonly FeeEventRow[]): Promise<void> =>
  bulkInsert(db, 'fee_events', rows, 'on conflict do nothing');

export const findNewestFeeEvent = (db: Db, currency: bigint) =>
  findRow<FeeEventRow>(db)`select * from fee_events
    where currency = ${currency} order by slot desc, burned_total desc limit 1`;

export async function sumUncollected(db: Db, currency: bigint): Promise<bigint> {
  const sum = await findValue<bigint>(db)`select cast(
    (select coalesce(sum(developer), 0) from markets
      where fees_moved = 1 and currency = ${currency})
    - (select coalesce(sum(developer), 0) from fee_events where currency = ${currency})
    as bigint) as sum`;
  return sum ?? 0n;
}

// How much of a market's burn share in SOL was sold for UTILITY, which is burned. Shares are sold
// in the order in which they reached the vault: first in, first out.

export type Conversion = Readonly<NonNullable<Awaited<ReturnType<typeof findConversion>>>>;

type Sale = Pick<FeeEventRow, 'burned' | 'price' | 'burned_total' | 'signature'>;

export async function findConversion(db: Db, market: MarketView) {
  const { end, currency } = market;
  if (currency !== 'SOL' || !end || end.burnTotal === null || end.burn === 0n) return null;
  // The share and its dust are the last part of the counter at that time. The share comes before
  // the dust.
  const from = end.burnTotal - end.dust - end.burn;
  const to = end.burnTotal - end.dust;
  const sales = await listRows<Sale>(db)`
    select burned, price, burned_total, signature from fee_events
    where kind = 'bought_back' and currency = 0 and burned_total > ${from}
      and burned_total - burned < ${to} order by burned_total`;
  let converted = 0n;
  let utilityBurned = 0n;
  for (const { burned, price, burned_total } of sales) {
    const start = burned_total - burned;
    const part = smallest(burned_total, to) - largest(start, from);
    converted += part;
    utilityBurned += mulDivFloor(price, part, burned);
  }
  return {
    converted: amount(converted),
    utilityBurned: amount(utilityBurned),
    isComplete: converted === end.burn,
    lastSale: sales.at(-1)?.signature ?? '',
  };
}

/** All of a currency that went to the burn reserve of its vault: shares, dust and forfeits. */
export async function sumBurned(db: Db, currency: bigint): Promise<bigint> {
  const sum = await findValue<bigint>(db)`select cast(
    (select coalesce(sum(burn + dust), 0) from markets
      where fees_moved = 1 and currency = ${currency})
    + (select coalesce(sum(amount), 0) from transfers
      where kind = 'forfeit' and currency = ${currency})
    as bigint) as sum`;
  return sum ?? 0n;
}

// What the vaults owe, by whom it is owed to, summed up from all rows. Money that only changes
// hands, as in a bet or a payout, does not change the sum of the parts.

interface ReserveSums {
  readonly balances: bigint;
  /** Stakes that are not paid out, and fees and dust that the vault does not count yet. */
  readonly pools: bigint;
  readonly fees: bigint;
}

/** One statement, and only payments up to the slot: the parts add up to what is owed then. */
export async function sumReserves(db: Db, slot: bigint) {
  const { rows } = await sql.raw<SumRow>(statementOf(slot)).execute(db);
  const sumOf = (currency: Currency): ReserveSums => {
    const sums = { balances: 0n, pools: 0n, fees: 0n };
    const code = currencyToCode(currency) as 0 | 1;
    for (const row of rows) sums[row.part] += row[`high${code}`] * HALF + row[`low${code}`];
    return sums;
  };
  return { SOL: sumOf('SOL'), UTILITY: sumOf('UTILITY') };
}

/** Sums over time may be too large for an integer of SQL, and so their halves are summed. */
const HALF = 2n ** 32n;

interface SumRow extends Readonly<Record<'high0' | 'low0' | 'high1' | 'low1', bigint>> {
  readonly part: keyof ReserveSums;
}

function statementOf(slot: bigint): string {
  const paid = `slot <= ${slot}`;
  return [
    sumRows('balances', TRANSFERRED, `transfers where ${paid}`),
    sumRows('balances', 'profit', 'profits'),
    sumRows('balances', '-stake_yes - stake_no', `${POSITIONS} where payout is null`),
    sumRows('pools', 'pool_yes + pool_no', `markets where ${UNSETTLED}`),
    sumRows('pools', '-payout', `${POSITIONS} where payout is not null and ${UNSETTLED}`),
    sumRows('fees', 'burn + developer + dust', 'markets where fees_moved = 1'),
    sumRows('fees', 'amount', `transfers where kind = 'forfeit' and ${paid}`),
    sumRows('fees', '-developer - burned', `fee_events where ${paid}`),
  ].join(' union all ');
}

const TRANSFERRED = "case kind when 'deposit' then amount else -amount end";
const POSITIONS = 'positions join markets on markets.id = positions.market_id';
const UNSETTLED = 'account_closed = 0 and fees_moved = 0';

function sumRows(part: keyof ReserveSums, amount: string, from: string): string {
  const half = (code: number, name: string, operator: string) =>
    `cast(coalesce(sum((${amount}) ${operator} ${HALF}) filter (where currency = ${code}), 0)
      as bigint) as ${name}${code}`;
  const columns = CURRENCIES.map(currencyToCode).flatMap((code) => [
    half(code, 'high', '/'),
    half(code, 'low', '%'),
  ]);
  return `select '${part}' as part, ${columns.join(', ')} from ${from}`;
}
