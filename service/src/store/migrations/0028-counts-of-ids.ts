import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import type { Migration } from './migration.ts';

/** How many ids were allocated last: so one statement allocates different counts. */
export const countsOfIds: Migration = { name: '0028-counts-of-ids', journal: addCount };

async function addCount(db: Db): Promise<void> {
  const type = isPostgres(db) ? 'int8' : 'integer';
  await sql.raw(`alter table bet_counters add column count ${type} not null default 0`).execute(db);
}
