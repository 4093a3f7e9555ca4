import { sql } from 'kysely';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

const MATCHES = 'mismatch is null';
const NEWEST = ['created_slot', 'nonce', 'id'];
/** Those below replace them. Version 0.1.0 only gets slower without them. */
const REPLACED = [
  'markets_state_decided_by_currency_created_slot_nonce_id_bits',
  'markets_measured',
  'markets_web',
];

/** For lists by currency and by what decides a market, and for the keeper. */
export const newIndexes: Migration = {
  projection: {
    async up(db) {
      for (const name of REPLACED) await sql`drop index ${sql.raw(name)}`.execute(db);
      for (const on of [
        ['state', 'currency', ...NEWEST],
        ['state', 'decided_by', ...NEWEST],
        ['decided_by', 'state', 'expires_at', 'id'],
      ]) {
        await createIndex(db, 'markets', { on, where: MATCHES });
      }
    },
  },
};
