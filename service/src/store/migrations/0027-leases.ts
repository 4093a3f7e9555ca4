import type { Db } from '../store.ts';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

export const leases: Migration = { name: '0027-leases', journal: createLeases };

/** Used on PostgreSQL only. */
async function createLeases(db: Db): Promise<void> {
  await createTable(db, 'replicas', {
    columns: { id: 'text', roles: 'text', lock: 'integer', expires_at: 'integer' },
    key: ['id'],
    isSmall: true,
  });
  await createTable(db, 'leases', {
    columns: { name: 'text', holder: 'text' },
    key: ['name'],
    isSmall: true,
  });
}
