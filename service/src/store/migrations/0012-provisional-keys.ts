import type { Db } from '../store.ts';
import { addColumn, createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

/**
 * A key is revoked with the key that made it. A key of a wallet without an account on chain is
 * provisional, so that strangers cannot fill the table.
 */
export const provisionalKeys: Migration = {
  name: '0012-provisional-keys',
  journal: addColumns,
};

async function addColumns(db: Db): Promise<void> {
  await addColumn(db, 'api_keys', 'made_by', 'text');
  await addColumn(db, 'api_keys', 'provisional_until', 'integer');
  await createIndex(db, 'api_keys', ['made_by'], { where: 'made_by is not null' });
  const where = 'provisional_until is not null';
  await createIndex(db, 'api_keys', ['provisional_until'], { where });
}
