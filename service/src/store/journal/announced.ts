// Which markets were announced as closed, or as waiting for their oracle. Time makes them so, and
// no transaction.
import { bulkInsertReturning } from '../bulk-insert.ts';
import type { Db } from '../store.ts';

/** As in the names of the settings. */
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
