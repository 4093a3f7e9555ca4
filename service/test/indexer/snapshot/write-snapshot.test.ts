import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { haltMarket } from '../../../src/store/journal/settings.ts';
import { openStore } from '../../../src/store/open-store.ts';
import {
  BACKFILL_CURSOR,
  PROGRAM_CURSOR,
  saveCursor,
  UNANNOUNCED_CURSOR,
} from '../../../src/store/projection/transactions.ts';
import { hasPostgres, openPostgres } from '../../support/postgres.ts';
import { fill, newFile, playInto, write } from './snapshot-world.ts';

test('has every row, and says of which chain and slot; incomplete or wrong rows are refused', async () => {
  const store = await openStore();
  const { history } = await playInto(store);
  const file = await write(history, store);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  const head = JSON.parse(lines[0] as string);
  const end = JSON.parse(lines.at(-1) as string);
  const [newest] = await history.chain.rpc
    .getSignaturesForAddress(history.chain.programAddress, { limit: 1 })
    .send();
  expect(head).toMatchObject({
    format: 'tote-snapshot',
    version: 1,
    genesisHash: history.chain.genesisHash,
    programAddress: history.chain.programAddress,
    slot: String(newest?.slot),
    cursor: { signature: newest?.signature, slot: String(newest?.slot) },
  });
  expect(end.signer).toBe(history.world.oracle.address);
  for (const table of ['markets', 'bets', 'positions', 'transactions', 'transfers'] as const) {
    const rows = await store.db.selectFrom(table).selectAll().execute();
    expect(end.counts[table]).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(0);
  }
  expect(existsSync(`${file}.part`)).toBe(false);
  await expect(write(history, store, file)).rejects.toThrow(/exists/);

  const other = newFile();
  const refuse = async (name: string, reason: RegExp) => {
    await store.write((db) => saveCursor(db, name, { signature: 's', slot: 1n }));
    await expect(write(history, store, other)).rejects.toThrow(reason);
    await store.write((db) => db.deleteFrom('cursors').where('name', '=', name).execute());
  };
  await refuse(BACKFILL_CURSOR, /not caught up/);
  await refuse(UNANNOUNCED_CURSOR, /not caught up/);
  await store.write((db) => haltMarket(db, 'market_x', 'why'));
  await expect(write(history, store, other)).rejects.toThrow(/1 markets are halted/);
  await store.write((db) => db.deleteFrom('settings').where('value', '=', 'why').execute());
  await store.write((db) => db.deleteFrom('cursors').where('name', '=', PROGRAM_CURSOR).execute());
  await expect(write(history, store, other)).rejects.toThrow(/no final transaction yet/);
  expect(existsSync(other)).toBe(false);
  await store.close();
});

test.skipIf(!hasPostgres())('both engines write the same bytes', async () => {
  const store = await openStore();
  const { history } = await playInto(store);
  const databaseUrl = await (await openPostgres()).createDatabase();
  const other = await openStore({ databaseUrl });
  await fill(history, other);
  const [one, two] = [await write(history, store), await write(history, other)];
  expect(gunzipSync(readFileSync(two)).toString()).toBe(gunzipSync(readFileSync(one)).toString());
  await store.close();
  await other.close();
});
