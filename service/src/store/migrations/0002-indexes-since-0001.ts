import { sql } from 'kysely';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

const NEWEST = ['created_slot', 'nonce', 'id'];

/** Lists by currency and by what decides a market, each newest first. */
export const newIndexes: Migration = {
  projection: {
    async up(db) {
      // The two below replace it. Version 0.1.0 only gets slower without it.
      await sql`drop index markets_state_decided_by_currency_created_slot_nonce_id_bits`.execute(
        db,
      );
      for (const column of ['currency', 'decided_by']) {
        const on = ['state', column, ...NEWEST];
        await createIndex(db, 'markets', { on, where: 'mismatch is null' });
      }
    },
  },
};
