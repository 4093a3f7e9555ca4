import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { createIndex, createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** Rate limits that replicas share. A single process counts in memory. */
export const rateLimits: Migration = { name: '0003-rate-limits', journal: createRateLimits };

async function createRateLimits(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  await createTable(db, 'rate_limits', {
    columns: { key: 'text', due_at: 'integer' },
    key: ['key'],
  });
  // Written often and worthless after a crash, so it needs no write-ahead log.
  await sql`alter table rate_limits set unlogged`.execute(db);
  await createIndex(db, 'rate_limits', ['due_at']);
}
