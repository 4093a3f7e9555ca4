// Markets whose projection contradicts the chain. In `settings`, because they must survive a
// restart.
import type { Db } from '../store.ts';

const PREFIX = 'halted:';

export async function listHaltedMarkets(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('settings')
    .select('name')
    .where('name', '>=', PREFIX)
    .where('name', '<', 'halted;')
    .execute();
  return rows.map(({ name }) => name.slice(PREFIX.length));
}

export async function haltMarket(db: Db, marketId: string, reason: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: `${PREFIX}${marketId}`, value: reason })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** For a rebuild, which checks everything again. */
export async function clearHaltedMarkets(db: Db): Promise<void> {
  await db
    .deleteFrom('settings')
    .where('name', '>=', PREFIX)
    .where('name', '<', 'halted;')
    .execute();
}
