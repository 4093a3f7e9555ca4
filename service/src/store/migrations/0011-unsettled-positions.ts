import { sql } from 'kysely';
import type { Db } from '../store.ts';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

/**
 * The positions that are left to settle. The index before had all positions, by payout: each
 * payment moved an entry to a page of its own, which cost more the more winners a market had.
 */
export const unsettledPositions: Migration = {
  name: '0011-unsettled-positions',
  projection: { up: indexUnsettled },
};

async function indexUnsettled(db: Db): Promise<void> {
  await sql.raw('drop index if exists positions_market_id_payout_bettor').execute(db);
  // With the payout, or SQLite would take the primary key and read the settled ones as well.
  const columns = ['market_id', 'payout', 'bettor'];
  await createIndex(db, 'positions', columns, { where: 'payout is null' });
}
