// The migration of a database without profits, totals and transfers: the first two are counted from
// what is there, and transfers come with a rebuild.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rebuildProjection } from '../../src/rebuild.ts';
import type { Store } from '../../src/store/store.ts';
import { createHistory, createReader } from '../support/history.ts';
import { readLedgerRows } from '../support/ledger-rows.ts';
import { playWholeHistory } from '../support/whole-history.ts';
import { describeEngines } from './support/engines.ts';

async function undoMigration(store: Store): Promise<void> {
  await store.write(async (db) => {
    for (const table of ['profits', 'totals', 'bettor_days', 'transfers']) {
      await db.schema.dropTable(table).execute();
    }
    await sql`drop index bets_own`.execute(db);
    await sql`drop index positions_bettor_settled_at_market_id`.execute(db);
    await sql`delete from migrations where name = '0022-ledger'`.execute(db);
  });
}

describeEngines(['folder', 'postgres'], (engine) => {
  test('an older database counts what it has, and asks for a rebuild for the rest', async () => {
    const history = await createHistory();
    const { bettors } = await playWholeHistory(history);
    const old = await engine.open();
    const reader = await createReader(history, { store: old });
    await reader.indexer.catchUp();
    const expected = await readLedgerRows(old);
    await undoMigration(old);
    await reader.indexer.stop();

    const store = await engine.reopen(old);
    const migrated = await createReader(history, { store });
    // On the first look the week is made shorter.
    await migrated.indexer.catchUp();
    expect(await readLedgerRows(store)).toEqual({ ...expected, transfers: [] });
    const [{ wallet } = { wallet: undefined }] = bettors;
    const read = () => migrated.queries.getStatement(wallet?.address as never, {});
    await expect(read()).rejects.toMatchObject({ code: 'statement_incomplete' });

    await rebuildProjection(migrated);
    expect(await readLedgerRows(store)).toEqual(expected);
    expect((await read()).entries.length).toBeGreaterThan(5);
  });

  test('a new database has nothing to ask for', async () => {
    const store = await engine.open();
    expect(await store.db.selectFrom('cursors').selectAll().execute()).toEqual([]);
  });
});
