import { decidedByWord } from '@tote/conditions/decided-by-word';
import { readCondition } from '@tote/conditions/read-condition';
import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import { insertMarketWords } from '../projection/save-market-words.ts';
import type { Db } from '../store.ts';
import { createIndex, type TableOptions } from './columns.ts';
import type { Migration } from './migration.ts';

/** Only these markets are listed. */
export const MATCHES = 'mismatch is null';
export const NEWEST = ['created_slot', 'nonce', 'id'];
const PAGE = 1_000;

/** Only to compare. The sum of two integers could be too large for one. */
export const VOLUME = '(cast(pool_yes as double precision) + cast(pool_no as double precision))';

/** The words of every listed market's question, in the order of lists. */
const MARKET_WORDS: TableOptions = {
  columns: { word: 'text', slot: 'integer', number: 'integer', market_id: 'text' },
  key: ['word', 'slot', 'number', 'market_id'],
  isSmall: true,
};

/** For lists of markets by what they are about, in each order, newest first also in a slot. */
export const lists: Migration = {
  name: '0017-lists',
  projection: { tables: { market_words: MARKET_WORDS }, up: addLists },
};

async function addLists(db: Db): Promise<void> {
  const type = isPostgres(db) ? 'text collate "C"' : 'text';
  await sql
    .raw(`alter table markets add column decided_by ${type} not null default ''`)
    .execute(db);
  await fill(db);
  await sql.raw('drop index if exists markets_state_created_at_created_slot_id').execute(db);
  for (const columns of [
    ['state', ...NEWEST],
    // What follows the order is there for other filters, which are checked without the row.
    ['creator', 'state', ...NEWEST, 'token_address', 'currency', 'decided_by'],
    ['token_address', 'state', ...NEWEST, 'creator', 'currency', 'decided_by'],
    ['state', 'decided_by', 'currency', ...NEWEST],
  ]) {
    await createIndex(db, 'markets', columns, { where: MATCHES });
  }
  const byVolume = ['state', 'currency', VOLUME, ...NEWEST].join(', ');
  await sql
    .raw(`create index markets_volume on markets (${byVolume}) where ${MATCHES}`)
    .execute(db);
}

async function fill(db: Db): Promise<void> {
  for (let after = ''; ; ) {
    const markets = await db
      .selectFrom('markets')
      .select(['id', 'question', 'condition', 'source', 'created_slot', 'nonce', 'mismatch'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, condition, source } of markets) {
      const parsedCondition = readCondition(condition);
      const decided_by = decidedByWord({ source: Number(source), parsedCondition });
      await db.updateTable('markets').set({ decided_by }).where('id', '=', id).execute();
    }
    await insertMarketWords(db, markets);
    const last = markets.at(-1);
    if (!last) return;
    after = last.id;
  }
}
