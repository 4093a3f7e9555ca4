import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

/** In the words of the index, so that queries use it. */
export const IS_FINALIZED_EVENT = "type = 'transaction.finalized'";

/** Readers that resume look for the last of them, and for the next one. */
export const finalizedEvents: Migration = {
  name: '0023-finalized-events',
  journal: (db) => createIndex(db, 'feed', ['id'], { where: IS_FINALIZED_EVENT }),
};
