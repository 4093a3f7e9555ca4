// Which markets were announced as closed. Time closes them, so no transaction does it.
import { bulkInsertReturning } from '../bulk-insert.ts';
import type { Db } from '../store.ts';

const PREFIX = 'announced-closed:';

/** Gives those of the markets that were not announced before. */
export async function claimAnnouncements(
  db: Db,
  marketIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const claimed = await bulkInsertReturning<'settings', { name: string }>(db, {
    table: 'settings',
    columns: ['name', 'value'],
    // Sorted, so that two replicas that claim the same ones do not deadlock.
    rows: [...marketIds].sort().map((id) => ({ name: `${PREFIX}${id}`, value: '' })),
    suffix: 'on conflict (name) do nothing returning name',
  });
  return new Set(claimed.map(({ name }) => name.slice(PREFIX.length)));
}
