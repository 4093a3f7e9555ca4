import type { Db } from '../store.ts';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

/** The markets whose account exists, which the auditor goes through. */
export const auditedMarkets: Migration = {
  name: '0013-audited-markets',
  projection: { up: indexOpenAccounts },
};

async function indexOpenAccounts(db: Db): Promise<void> {
  await createIndex(db, 'markets', ['id'], { where: 'account_closed = 0' });
}
