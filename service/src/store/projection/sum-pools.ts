import { type Amount, amount, type Currency, currencyFromCode, ZERO } from '@tote/domain';
import { sql } from 'kysely';
import type { Db } from '../store.ts';

/**
 * What markets hold per currency: stakes that are not paid out, and fees and dust that were not
 * moved to the vault's counters.
 */
export async function sumPools(db: Db): Promise<Readonly<Record<Currency, Amount>>> {
  const { rows } = await sql<{ currency: bigint; held: bigint }>`
    select currency, cast(coalesce(sum(pool_yes + pool_no - coalesce((
      select sum(payout) from positions where positions.market_id = markets.id
    ), 0)), 0) as bigint) as held
    from markets where account_closed = 0 and fees_moved = 0 group by currency`.execute(db);
  const sums: Record<Currency, Amount> = { SOL: ZERO, UTILITY: ZERO };
  for (const { currency, held } of rows) sums[currencyFromCode(currency)] = amount(held);
  return sums;
}
