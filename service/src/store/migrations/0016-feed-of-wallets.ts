import { sql } from 'kysely';
import type { Db } from '../store.ts';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

/** Events of a market that concern everybody with a stake in it. There are few of them. */
export const STAKEHOLDER_EVENTS = [
  'market.closed',
  'market.proposed',
  'market.vetoed',
  'market.resolved',
  'market.refunded',
] as const;

const NAMES = STAKEHOLDER_EVENTS.map((type) => `'${type}'`).join(', ');
/** Queries state it literally, or SQLite would not use the index. */
export const IS_STAKEHOLDER_EVENT = `type in (${NAMES})`;

/** For replays to a wallet: its open positions, and how their markets ended. */
export const feedOfWallets: Migration = {
  name: '0016-feed-of-wallets',
  journal: indexStakeholderEvents,
  projection: {
    up: (db) => createIndex(db, 'positions', ['bettor', 'payout'], { where: 'payout is null' }),
  },
};

async function indexStakeholderEvents(db: Db): Promise<void> {
  const index = 'create index feed_stakeholder_events on feed (market_id, id)';
  await sql.raw(`${index} where ${IS_STAKEHOLDER_EVENT}`).execute(db);
}
