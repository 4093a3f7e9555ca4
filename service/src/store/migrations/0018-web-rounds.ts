import { sql } from 'kysely';
import type { Db } from '../store.ts';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** Literally the same in the index and in queries, or it is not used. */
export const ABOUT_WEB = `condition like '%"type":"web_value"%'`;

/** Rounds of fetches from web sources that did not decide, and why. */
export const webRounds: Migration = {
  name: '0018-web-rounds',
  journal: createWebRounds,
  projection: { up: indexWebMarkets },
};

async function createWebRounds(db: Db): Promise<void> {
  await createTable(db, 'web_rounds', {
    columns: { market_id: 'text', fetched_at: 'integer', reason: 'text', fetches: 'text' },
    key: ['market_id', 'fetched_at'],
  });
}

/** For finding the few markets about web sources. */
async function indexWebMarkets(db: Db): Promise<void> {
  const columns = 'state, expires_at, id';
  await sql.raw(`create index markets_web on markets (${columns}) where ${ABOUT_WEB}`).execute(db);
}
