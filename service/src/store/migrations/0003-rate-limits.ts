import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { createIndex, createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** Limits that replicas share. One process needs no table for them. */
export const rateLimits: Migration = { name: '0003-rate-limits', journal: createRateLimits };

async function createRateLimits(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  await createTable(db, 'rate_limits', {
    columns: { key: 'text', due_at: 'integer' },
    key: ['key'],
  });
  // Written at every few requests and worth nothing after a crash: no log, and no wait for a disk.
  await sql`alter table rate_limits set unlogged`.execute(db);
  await createIndex(db, 'rate_limits', ['due_at']);
}
