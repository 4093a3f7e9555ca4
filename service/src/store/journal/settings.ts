import { sql } from 'kysely';
import { bulkInsert, bulkInsertReturning } from '../bulk-insert.ts';
import { findValue, listValues } from '../statements.ts';
import type { Db } from '../store.ts';

export const getSetting = (db: Db, name: string) =>
  findValue<string>(db)`select value from settings where name = ${name}`;

export async function setSetting(db: Db, name: string, value: string): Promise<void> {
  const suffix = 'on conflict (name) do update set value = excluded.value';
  await bulkInsert(db, 'settings', [{ name, value }], suffix);
}

// Which markets were announced as closed, or as waiting for their oracle. Time makes them so, and
// no transaction.

export async function claimAnnouncements(
  db: Db,
  what: 'closed' | 'wanted',
  marketIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const prefix = `announced-${what}:`;
  // Sorted, so that two replicas that claim the same ones do not deadlock.
  const rows = [...marketIds].sort().map((id) => ({ name: `${prefix}${id}`, value: '' }));
  const suffix = 'on conflict (name) do nothing returning name';
  const claimed = await bulkInsertReturning<{ name: string }>(db, 'settings', rows, suffix);
  return new Set(claimed.map(({ name }) => name.slice(prefix.length)));
}

// Markets whose projection contradicts the chain. In `settings`, because they must survive a
// restart.

const HALTED = 'halted:';

export async function listHaltedMarkets(db: Db): Promise<string[]> {
  const names = await listValues<string>(db)`select name from settings where name >= ${HALTED}
    and name < 'halted;'`;
  return names.map((name) => name.slice(HALTED.length));
}

export async function haltMarket(db: Db, marketId: string, value: string): Promise<void> {
  const row = { name: `${HALTED}${marketId}`, value };
  await bulkInsert(db, 'settings', [row], 'on conflict (name) do nothing');
}

export async function clearHaltedMarkets(db: Db): Promise<void> {
  await sql`delete from settings where name >= ${HALTED} and name < 'halted;'`.execute(db);
}
