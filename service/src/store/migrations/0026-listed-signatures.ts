import type { Migration } from './migration.ts';

/** What a long backfill has listed and not applied yet, so that it can go on after a restart. */
export const listedSignatures: Migration = {
  name: '0026-listed-signatures',
  projection: {
    tables: {
      listed_signatures: {
        columns: { position: 'integer', signature: 'text', slot: 'integer' },
        key: ['position'],
        isSmall: true,
      },
    },
    up: async () => undefined,
  },
};
