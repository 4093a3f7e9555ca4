// Which markets were announced as closed: time alone closes them, so no transaction says it.
import { bulkInsertReturning } from '../bulk-insert.ts';
import type { Db } from '../store.ts';

const PREFIX = 'announced-closed:';

/** Those of the markets that nobody has announced before. */
export async function claimAnnouncements(
  db: Db,
  marketIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const claimed = await bulkInsertReturning<'settings', { name: string }>(db, {
    table: 'settings',
    columns: ['name', 'value'],
    // Two replicas that claim the same ones wait for each other in one order.
    rows: [...marketIds].sort().map((id) => ({ name: `${PREFIX}${id}`, value: '' })),
    suffix: 'on conflict (name) do nothing returning name',
  });
  return new Set(claimed.map(({ name }) => name.slice(PREFIX.length)));
}
