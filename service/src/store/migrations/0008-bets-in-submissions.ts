import { sql } from 'kysely';
import type { Db } from '../store.ts';
import type { Migration } from './migration.ts';

/**
 * The bets of a transaction are in its submission: one row for all instead of one row each. Only
 * failed bets have their own row. Accepted ones are in the projection.
 */
export const betsInSubmissions: Migration = {
  name: '0008-bets-in-submissions',
  journal: addBets,
};

async function addBets(db: Db): Promise<void> {
  await sql`alter table submissions add column bets text`.execute(db);
  await sql`drop index submitted_bets_bettor_epoch_id_number`.execute(db);
}
