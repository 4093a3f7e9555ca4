import type { Db } from '../store.ts';
import { addColumn, createIndex, createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** What the relayer paid for others, so that it can be limited. */
export const relayerPayments: Migration = { name: '0014-relayer-payments', journal: addPayments };

async function addPayments(db: Db): Promise<void> {
  await createTable(db, 'paid_fees', {
    columns: { wallet: 'text', day: 'integer', lamports: 'integer' },
    key: ['wallet', 'day'],
    isSmall: true,
  });
  await createIndex(db, 'paid_fees', ['day']);
  await createTable(db, 'paid_rents', {
    columns: { creator: 'text', market_id: 'text', lamports: 'integer', expires_at: 'integer' },
    key: ['creator', 'market_id'],
    isSmall: true,
  });
  await createIndex(db, 'paid_rents', ['expires_at']);
  await addColumn(db, 'prepared', 'signature', 'text');
}
