// A full disk: a small file system in memory. Needs permission to mount one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '@tote/domain';
import { expect, test } from 'vitest';
import { DISK_MIB, mountSmallDisk } from '../../../../tools/test-setup/small-disk.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { SqliteConnection } from '../../../src/store/sqlite/connection.ts';
import { SqliteWriter } from '../../../src/store/sqlite/writer.ts';
import type { Store } from '../../../src/store/store.ts';

const disk = mountSmallDisk();

const writePair = (store: Store, name: string) =>
  store.write(async (db) => {
    await db
      .insertInto('settings')
      .values({ name, value: 'x'.repeat(20_000) })
      .execute();
    await db.insertInto('bet_counters').values({ bettor: name, epoch: 1n, next_id: 1n }).execute();
  });

const readPairs = async (store: Store) => {
  const settings = await store.db.selectFrom('settings').select('name').execute();
  const counters = await store.db.selectFrom('bet_counters').select('bettor').execute();
  expect(counters.map(({ bettor }) => bettor).sort()).toEqual(settings.map((s) => s.name).sort());
  return settings.map(({ name }) => name).sort();
};

test('a full disk refuses writes, loses nothing, and writes work again when there is space', async (t) => {
  if (disk === undefined) return t.skip();
  const dir = join(disk, 'store');
  const store = await openStore({ dir });
  const written: string[] = ['first'];
  await writePair(store, 'first');

  const ballast = join(disk, 'ballast');
  fillUp(ballast);
  const refusals: unknown[] = [];
  for (let index = 0; index < 30; index += 1) {
    const name = `full ${index}`;
    await writePair(store, name).then(
      () => written.push(name),
      (error: unknown) => refusals.push(error),
    );
  }
  expect(refusals.length).toBeGreaterThan(0);
  for (const error of refusals) expect(error).toMatchObject({ code: 'database_unavailable' });
  expect(refusals[0]).toBeInstanceOf(DomainError);
  expect(await readPairs(store)).toEqual([...written].sort());

  rmSync(ballast);
  await writePair(store, 'space again');
  written.push('space again');
  expect(await readPairs(store)).toEqual([...written].sort());
  await store.close();
  const reopened = await openStore({ dir });
  expect(await readPairs(reopened)).toEqual([...written].sort());
  await reopened.close();
});

function fillUp(ballast: string): void {
  let bytes = DISK_MIB * 1024 * 1024;
  while (bytes > 1_024) {
    try {
      writeFileSync(ballast, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      bytes >>= 1;
    }
  }
}

test('after a statement failed on a full disk, nothing is written outside of the transaction', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tote-test-'));
  const connection = new SqliteConnection(join(dir, 'a.db'));
  connection.startWriting();
  const writer = new SqliteWriter(connection);
  try {
    const insert = (values: string) =>
      writer.execute([{ sql: `insert into numbers values (${values})`, parameters: [] }]);
    connection.exec('create table numbers (number integer, bytes blob)');
    connection.exec('pragma cache_size = 5; pragma max_page_count = 40');
    insert('1, null');
    // So large that SQLite rolls the transaction back by itself.
    expect(() => insert('2, zeroblob(1000000)')).toThrow('database or disk is full');
    expect(() => insert('3, null')).toThrow('has failed');
    expect(() => writer.commit([])).toThrow('has failed');
    expect(connection.execute('select number from numbers', []).rows).toEqual([]);
    insert('4, null');
    writer.commit([]);
    expect(connection.execute('select number from numbers', []).rows).toEqual([{ number: 4n }]);
  } finally {
    writer.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
