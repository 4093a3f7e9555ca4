import { sql } from 'kysely';
import type { Db } from '../store.ts';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

/**
 * The keeper's open work, in the order in which it pages. When ten thousand markets end together,
 * a page of a dozen must not read them all.
 */
export const endedMarkets: Migration = {
  name: '0009-ended-markets',
  projection: { up: indexEnded },
};

async function indexEnded(db: Db): Promise<void> {
  await sql.raw('drop index if exists markets_account_closed_state_veto_ends_at').execute(db);
  await createIndex(db, 'markets', ['account_closed', 'id'], { where: 'state > 1' });
  await createIndex(db, 'markets', ['fees_moved', 'id'], { where: 'state > 1 and bets > 0' });
}
