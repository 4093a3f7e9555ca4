import { createTables } from './columns.ts';
import type { Migration } from './migration.ts';

export const hiddenMarkets: Migration = {
  journal: (db) =>
    createTables(db, {
      hidden_markets: {
        columns: {
          market_id: 'text',
          reason: 'text',
          hidden_by: 'text',
          hidden_at: 'integer',
          unhidden_at: 'integer?',
        },
        key: ['market_id'],
      },
    }),
};
