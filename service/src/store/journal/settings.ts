// Named values that must survive a restart.

import { bulkInsertReturning } from '../bulk-insert.ts';
import type { Db } from '../store.ts';

export async function getSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function setSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

// Which markets were announced as closed, or as waiting for their oracle. Time makes them so, and
// no transaction.

type Announcement = 'closed' | 'wanted';

/** Gives those of the markets that were not announced before. */
export async function claimAnnouncements(
  db: Db,
  what: Announcement,
  marketIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const prefix = `announced-${what}:`;
  const claimed = await bulkInsertReturning<'settings', { name: string }>(db, {
    table: 'settings',
    columns: ['name', 'value'],
    // Sorted, so that two replicas that claim the same ones do not deadlock.
    rows: [...marketIds].sort().map((id) => ({ name: `${prefix}${id}`, value: '' })),
    suffix: 'on conflict (name) do nothing',
    returning: 'name',
  });
  return new Set(claimed.map(({ name }) => name.slice(prefix.length)));
}

// Markets whose projection contradicts the chain. In `settings`, because they must survive a
// restart.

const HALTED = 'halted:';

export async function listHaltedMarkets(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('settings')
    .select('name')
    .where('name', '>=', HALTED)
    .where('name', '<', 'halted;')
    .execute();
  return rows.map(({ name }) => name.slice(HALTED.length));
}

export async function haltMarket(db: Db, marketId: string, reason: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: `${HALTED}${marketId}`, value: reason })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** For a rebuild, which checks everything again. */
export async function clearHaltedMarkets(db: Db): Promise<void> {
  await db
    .deleteFrom('settings')
    .where('name', '>=', HALTED)
    .where('name', '<', 'halted;')
    .execute();
}
