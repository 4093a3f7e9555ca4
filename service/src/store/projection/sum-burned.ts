import { sql } from 'kysely';
import type { Db } from '../store.ts';

/** The sum of all burn shares of a currency that went to its vault, including dust. */
export async function sumBurned(db: Db, currency: bigint): Promise<bigint> {
  const { total } = await db
    .selectFrom('markets')
    .select(sql<bigint>`cast(coalesce(sum(burn + dust), 0) as bigint)`.as('total'))
    .where('currency', '=', currency)
    .where('fees_moved', '=', 1n)
    .executeTakeFirstOrThrow();
  return total;
}
