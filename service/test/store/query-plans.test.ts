// Queries of the keeper that run again and again find their rows by an index, and read no others.
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/store/migrate.ts';
import {
  listUnsettledMarkets,
  listUnsettledPositions,
} from '../../src/store/projection/list-due-markets.ts';
import { openVolatileSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Db, Store } from '../../src/store/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openVolatileSqlite(() => {});
  await migrate(store, 0);
});
afterAll(() => store.close());

/** How SQLite executes the query of this read. */
async function planOf(read: (db: Db) => Promise<unknown>): Promise<string> {
  const queries: CompiledQuery[] = [];
  const { db } = store;
  const spy = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      return result;
    },
  });
  const executor = spy.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = ((query: CompiledQuery) => {
    queries.push(query);
    return execute(query);
  }) as typeof executor.executeQuery;
  await read(spy as Db);
  const [query] = queries;
  if (!query) throw new Error('nothing was queried');
  const explained = { ...query, sql: `explain query plan ${query.sql}` };
  const { rows } = await db.executeQuery<{ detail: string }>(explained);
  return rows.map(({ detail }) => detail).join('\n');
}

describe('by an index, without sorting', () => {
  test('the positions of a market that are left to settle', async () => {
    const plan = await planOf((db) => listUnsettledPositions(db, 'market_1', 10));
    expect(plan).toContain(
      'USING COVERING INDEX positions_market_id_payout_bettor (market_id=? AND payout=?)',
    );
    expect(plan).not.toContain('TEMP B-TREE');
  });

  test('the markets with positions that are left to settle', async () => {
    const now = 1 as Parameters<typeof listUnsettledMarkets>[1];
    const plan = await planOf((db) => listUnsettledMarkets(db, now, { limit: 10 }));
    expect(plan).toContain('USING INDEX markets_fees_moved_id');
    expect(plan).toContain('USING COVERING INDEX positions_market_id_payout_bettor');
    expect(plan).not.toContain('SCAN');
    expect(plan).not.toContain('TEMP B-TREE');
  });
});
