// The migration of a database without receipts: it fills in what is known, and a rebuild adds the
// rest.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marketIdOf } from '@tote/chain/ids';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { rebuildProjection } from '../../src/rebuild.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createHistory, createReader } from '../support/history.ts';
import { playWholeHistory } from '../support/whole-history.ts';

const NAMES = ['paid', 'nobodyWon', 'vetoed', 'refunded'] as const;

test('a database without receipts gets them by migration and rebuild', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tote-receipts-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const history = await createHistory();
  const { markets } = await playWholeHistory(history);
  const open = () => openStore({ dir, wallMs: () => Date.now() });
  const old = await open();
  const reader = await createReader(history, { store: old });
  await reader.indexer.catchUp();
  const receiptsOf = async ({ queries }: typeof reader) => {
    const pages = NAMES.map((name) => ({ marketId: marketIdOf(markets[name] as never) }));
    const all = pages.map((page) => queries.getReceipt({ ...page, limit: 100, offset: 0 }));
    return Promise.all(all);
  };
  const expected = await receiptsOf(reader);
  await reader.indexer.stop();
  await old.write(async (db) => {
    await db.schema.dropTable('market_rules').execute();
    await db.schema.dropTable('market_transactions').execute();
    await sql`delete from migrations where name = '0006-receipts'`.execute(db);
  });
  await old.close();

  const store = await open();
  onTestFinished(() => store.close());
  const migrated = await createReader(history, { store });
  const kinds = (receipts: typeof expected) =>
    receipts.map(({ transactions }) => transactions[1]?.kind);
  expect(kinds(await receiptsOf(migrated))).toEqual(['resolved', 'resolved', 'vetoed', 'refunded']);
  for (const { rule } of await receiptsOf(migrated)) expect(rule.onChain).toBeNull();

  await rebuildProjection(migrated);
  expect(await receiptsOf(migrated)).toEqual(expected);
  expect(kinds(expected)).toEqual(['resolved', 'resolved', 'resolved', 'refunded']);
});
