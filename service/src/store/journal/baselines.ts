// The samples that a threshold was computed from, if it is relative to the value when the market
// was created. The condition of the market has their hash.
import type { Db } from '../store.ts';

export async function recordBaseline(db: Db, marketId: string, text: string): Promise<void> {
  await db
    .insertInto('baselines')
    .values({ market_id: marketId, text })
    .onConflict((conflict) => conflict.column('market_id').doNothing())
    .execute();
}

export async function findBaseline(db: Db, marketId: string): Promise<string | null> {
  const row = await db
    .selectFrom('baselines')
    .select('text')
    .where('market_id', '=', marketId)
    .executeTakeFirst();
  return row?.text ?? null;
}
