import { addColumn } from './columns.ts';
import type { Migration } from './migration.ts';

/** How many ids were allocated last: so one statement allocates different counts. */
export const countsOfIds: Migration = {
  name: '0028-counts-of-ids',
  journal: (db) => addColumn(db, 'bet_counters', 'count', 'integer'),
};
