import { sql } from 'kysely';
import type { Db } from '../store.ts';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

/** Events of a market that concern everybody with a stake in it. There are few of them. */
export const HOLDER_EVENTS = [
  'market.closed',
  'market.proposed',
  'market.vetoed',
  'market.resolved',
  'market.refunded',
] as const;

/** Queries state it literally, or SQLite would not use the index. */
export const IS_HOLDER_EVENT = `type in (${HOLDER_EVENTS.map((type) => `'${type}'`).join(', ')})`;

/** For replays to a wallet: its open positions, and how their markets ended. */
export const feedOfWallets: Migration = {
  name: '0016-feed-of-wallets',
  journal: indexHolderEvents,
  projection: {
    up: (db) => createIndex(db, 'positions', ['bettor', 'payout'], { where: 'payout is null' }),
  },
};

async function indexHolderEvents(db: Db): Promise<void> {
  await sql
    .raw(`create index feed_holder_events on feed (market_id, id) where ${IS_HOLDER_EVENT}`)
    .execute(db);
}
