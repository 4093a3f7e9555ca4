import { sql } from 'kysely';
import type { Db } from '../store.ts';

/** All of a currency that went to the burn reserve of its vault: shares, dust and forfeits. */
export async function sumBurned(db: Db, currency: bigint): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select cast(
    (select coalesce(sum(burn + dust), 0) from markets
      where fees_moved = 1 and currency = ${currency})
    + (select coalesce(sum(amount), 0) from transfers
      where kind = 'forfeit' and currency = ${currency})
    as bigint) as sum`.execute(db);
  return rows[0]?.sum ?? 0n;
}
