import type { Db } from '../store.ts';
import { addColumn, createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** The events of a settlement are stored in groups: a row for each would double its cost. */
export const settledInGroups: Migration = {
  name: '0021-settled-in-groups',
  journal: createGroups,
};

async function createGroups(db: Db): Promise<void> {
  await addColumn(db, 'feed', 'bettors', 'text');
  await createTable(db, 'feed_bettors', {
    columns: { bettor: 'text', feed_id: 'integer' },
    key: ['bettor', 'feed_id'],
    isSmall: true,
  });
}
