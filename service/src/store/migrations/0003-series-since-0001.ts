import { createTables } from './columns.ts';
import type { Migration } from './migration.ts';

/** Templates of markets that are opened again and again. */
export const newSeries: Migration = {
  journal: (db) =>
    createTables(db, {
      series: {
        columns: {
          id: 'text',
          wallet: 'text',
          template: 'text',
          created_at: 'integer',
          stopped_at: 'integer?',
          reached: 'integer',
          missed: 'integer',
        },
        key: ['id'],
      },
    }),
};
