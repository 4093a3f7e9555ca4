import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import { bitsOfMarket } from '../projection/list-bits.ts';
import type { Db } from '../store.ts';
import { MATCHES, NEWEST, VOLUME } from './0017-lists.ts';
import { createIndex, dropIndex } from './columns.ts';
import type { Migration } from './migration.ts';

const PAGE = 1_000;

/** Every index of a list has the bits behind its order, for the filters that it does not serve. */
export const listBits: Migration = { name: '0025-list-bits', projection: { up: addBits } };

async function addBits(db: Db): Promise<void> {
  const type = isPostgres(db) ? 'int8' : 'integer';
  await sql.raw(`alter table markets add column bits ${type} not null default 0`).execute(db);
  await fillBits(db);
  await sql.raw('drop index if exists markets_volume').execute(db);
  for (const columns of [
    ['state', 'expires_at', 'id'],
    ['state', ...NEWEST],
    ['creator', 'state', ...NEWEST, 'token_address', 'currency', 'decided_by'],
    ['token_address', 'state', ...NEWEST, 'creator', 'currency', 'decided_by'],
    ['state', 'decided_by', 'currency', ...NEWEST],
  ]) {
    await dropIndex(db, 'markets', columns);
  }
  await createIndex(db, 'markets', ['state', 'expires_at', 'id', 'bits']);
  for (const columns of [
    ['state', ...NEWEST],
    ['creator', 'state', ...NEWEST],
    ['token_address', 'state', ...NEWEST],
    ['state', 'decided_by', 'currency', ...NEWEST],
  ]) {
    await createIndex(db, 'markets', [...columns, 'bits'], { where: MATCHES });
  }
  // PostgreSQL takes the volume from the index only if the index has what it is computed from.
  const pools = isPostgres(db) ? ['pool_yes', 'pool_no'] : [];
  const byVolume = ['state', 'currency', VOLUME, ...NEWEST, 'bits', ...pools].join(', ');
  await sql
    .raw(`create index markets_volume on markets (${byVolume}) where ${MATCHES}`)
    .execute(db);
}

/** Of the markets that exist. */
export async function fillBits(db: Db): Promise<void> {
  for (let after = ''; ; ) {
    const markets = await db
      .selectFrom('markets')
      .select(['id', 'question', 'creator', 'token_address', 'currency', 'decided_by'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const market of markets) {
      const bits = bitsOfMarket(market);
      await db.updateTable('markets').set({ bits }).where('id', '=', market.id).execute();
    }
    const last = markets.at(-1);
    if (!last) return;
    after = last.id;
  }
}
