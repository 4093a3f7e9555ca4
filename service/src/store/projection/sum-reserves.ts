// What the vaults owe, by whom it is owed to, summed up from all rows. Money that only changes
// hands, as in a bet or a payout, does not change the sum of the parts.
import { CURRENCIES, type Currency, currencyToCode } from '@tote/domain';
import { sql } from 'kysely';
import type { Db } from '../store.ts';

/** The parts of one currency. A negative one means that rows are wrong. */
interface ReserveSums {
  readonly balances: bigint;
  /** Stakes that are not paid out, and fees and dust that the vault does not count yet. */
  readonly pools: bigint;
  readonly fees: bigint;
}

/**
 * In one statement, so that everything is of one moment, but without deposits, withdrawals and
 * other payments of later slots: the parts add up to what is owed at the end of the slot.
 */
export async function sumReserves(
  db: Db,
  slot: bigint,
): Promise<Readonly<Record<Currency, ReserveSums>>> {
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
  const columns = CURRENCIES.map(currencyToCode).flatMap((code) =>
    [
      ['high', '/'],
      ['low', '%'],
    ].map(
      ([half, operator]) =>
        `cast(coalesce(sum((${amount}) ${operator} ${HALF}) filter (where currency = ${code}), 0)
          as bigint) as ${half}${code}`,
    ),
  );
  return `select '${part}' as part, ${columns.join(', ')} from ${from}`;
}
