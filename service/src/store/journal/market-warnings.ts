// Public warnings about a market that we created: who could manipulate what decides it, and at what
// cost. They depend on the state of the chain at the creation, so they are stored.
import type { Db } from '../store.ts';

export async function recordWarnings(
  db: Db,
  marketId: string,
  warnings: readonly string[],
): Promise<void> {
  if (warnings.length === 0) return;
  await db
    .insertInto('market_warnings')
    .values({ market_id: marketId, warnings: JSON.stringify(warnings) })
    .onConflict((conflict) => conflict.column('market_id').doNothing())
    .execute();
}

export async function listWarnings(db: Db, marketId: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom('market_warnings')
    .select('warnings')
    .where('market_id', '=', marketId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.warnings) as string[]) : [];
}
