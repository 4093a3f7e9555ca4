import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { PROJECTION_TABLES, recreateProjection } from '../../src/store/migrate.ts';
import { executeDeferred } from '../../src/store/statements.ts';
import type { Db, Store } from '../../src/store/store.ts';
import { describeEveryEngine } from './support/engines.ts';

const INT8_MAX = 2n ** 63n - 1n;

const counterOf = (bettor: string, next_id: bigint) => ({ bettor, epoch: 1n, next_id });

const addCounter = (store: Store, bettor: string, next: bigint) =>
  store.write((db) => db.insertInto('bet_counters').values(counterOf(bettor, next)).execute());

const readCounters = (db: Db) =>
  db.selectFrom('bet_counters').select(['bettor', 'next_id']).orderBy('bettor').execute();

const submissionOf = (wire: Uint8Array) => ({
  signature: 'signature',
  kind: 'place-bets',
  wire,
  last_valid_block_height: 1n,
  state: 'pending',
  replaced_by: null,
  market_id: null,
  error: null,
  bets: null,
  created_at: 1n,
  decided_at: null,
});

describeEveryEngine(['folder', 'memory', 'postgres'], (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await engine.open();
  });

  test('keeps every integer of 64 bits', async () => {
    const values = [0n, 1n, -1n, 2n ** 53n, 2n ** 53n + 1n, INT8_MAX, -INT8_MAX - 1n];
    const rows = values.map((value, index) => ({ bettor: `${index}`, next_id: value }));
    for (const { bettor, next_id } of rows) await addCounter(store, bettor, next_id);
    expect(await readCounters(store.db)).toEqual(rows);
    for (const { bettor, next_id } of rows) {
      const found = store.db.selectFrom('bet_counters').select(['bettor', 'epoch']);
      expect(await found.where('next_id', '=', next_id).execute()).toEqual([{ bettor, epoch: 1n }]);
    }
  });

  test('refuses an integer that does not fit, and a value of another type', async () => {
    await expect(addCounter(store, 'a', INT8_MAX + 1n)).rejects.toThrow();
    await expect(addCounter(store, 'a', 'word' as unknown as bigint)).rejects.toThrow();
    await expect(addCounter(store, 'a', 1.5 as unknown as bigint)).rejects.toThrow();
    await expect(addCounter(store, 'a', null as unknown as bigint)).rejects.toThrow();
    expect(await readCounters(store.db)).toEqual([]);
  });

  test('counts and sums are BigInt too', async () => {
    await addCounter(store, 'a', INT8_MAX - 1n);
    await addCounter(store, 'b', 1n);
    const { rows } = await sql`
      select count(*) as number, sum(next_id) as total, max(epoch) as epoch, 7 as seven
      from bet_counters`.execute(store.db);
    expect(rows).toEqual([{ number: 2n, total: INT8_MAX, epoch: 1n, seven: 7n }]);
  });

  test('keeps bytes: every one, none, and a part of a buffer', async () => {
    const all = Uint8Array.from({ length: 256 }, (_, index) => index);
    for (const wire of [all, new Uint8Array(), Buffer.from('0123456789').subarray(3, 7)]) {
      await store.write((db) => db.insertInto('submissions').values(submissionOf(wire)).execute());
      const row = await store.db.selectFrom('submissions').selectAll().executeTakeFirstOrThrow();
      expect(row).toEqual(submissionOf(new Uint8Array(wire)));
      expect(row.wire.constructor).toBe(Uint8Array);
      await store.write((db) => db.deleteFrom('submissions').execute());
    }
  });

  test('keeps text unchanged, and sorts it by bytes', async () => {
    const texts = ['', 'B', 'Z', '_', 'a', 'ä', '\u{1f600}', "'; drop table settings; --", '\\"'];
    for (const value of texts) {
      await store.write((db) => db.insertInto('settings').values({ name: value, value }).execute());
    }
    const rows = await store.db.selectFrom('settings').selectAll().orderBy('name').execute();
    const sorted = [...texts].sort((a, b) => Buffer.from(a).compare(Buffer.from(b)));
    expect(rows).toEqual(sorted.map((value) => ({ name: value, value })));
  });

  test('a write that fails leaves nothing, and the next one works', async () => {
    const failing = store.write(async (db) => {
      await db.insertInto('bet_counters').values(counterOf('a', 1n)).execute();
      await db.insertInto('settings').values({ name: 'a', value: 'b' }).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await readCounters(store.db)).toEqual([]);
    await addCounter(store, 'b', 2n);
    expect(await readCounters(store.db)).toEqual([{ bettor: 'b', next_id: 2n }]);
    expect(await store.db.selectFrom('settings').selectAll().execute()).toEqual([]);
  });

  test('a failed statement fails the whole write, even if it was caught', async () => {
    await addCounter(store, 'a', 1n);
    const caught = store.write(async (db) => {
      await db.insertInto('bet_counters').values(counterOf('b', 1n)).execute();
      await db
        .insertInto('bet_counters')
        .values(counterOf('a', 1n))
        .execute()
        .catch(() => {});
    });
    await expect(caught).rejects.toThrow('a statement of this transaction has failed');
    const goingOn = store.write(async (db) => {
      await db
        .insertInto('bet_counters')
        .values(counterOf('a', 1n))
        .execute()
        .catch(() => {});
      await db.insertInto('bet_counters').values(counterOf('c', 1n)).execute();
    });
    await expect(goingOn).rejects.toThrow();
    expect(await readCounters(store.db)).toEqual([{ bettor: 'a', next_id: 1n }]);
  });

  test('deferred statements run in order, and one that fails fails the whole write', async () => {
    const defer = (db: Db, bettor: string) =>
      executeDeferred(db, db.insertInto('bet_counters').values(counterOf(bettor, 1n)));
    await store.write(async (db) => {
      await defer(db, 'a');
      await defer(db, 'b');
      expect(await readCounters(db)).toHaveLength(2);
      const { numUpdatedRows } = await db
        .updateTable('bet_counters')
        .set({ next_id: 2n })
        .executeTakeFirst();
      expect(numUpdatedRows).toBe(2n);
      await defer(db, 'c');
    });
    const failing = store.write(async (db) => {
      await defer(db, 'd');
      await defer(db, 'a');
      return 'done';
    });
    await expect(failing).rejects.toThrow(/unique/i);
    await store.write((db) => defer(db, 'e'));
    const counters = await readCounters(store.db);
    expect(counters.map(({ bettor, next_id }) => `${bettor}${next_id}`)).toEqual([
      ...['a2', 'b2', 'c1', 'e1'],
    ]);
  });

  test('reads see committed writes and nothing of pending ones', async () => {
    await store.write(async (db) => {
      await db.insertInto('bet_counters').values(counterOf('a', 1n)).execute();
      expect(await readCounters(db)).toHaveLength(1);
      expect(await readCounters(store.db)).toEqual([]);
      await sleep(5);
      expect(await readCounters(store.db)).toEqual([]);
    });
    expect(await readCounters(store.db)).toHaveLength(1);
  });

  test('concurrent writes lose nothing', async () => {
    await addCounter(store, 'a', 0n);
    const increment = async (db: Db) => {
      const { next_id } = await db
        .selectFrom('bet_counters')
        .select('next_id')
        .where('bettor', '=', 'a')
        .forUpdate()
        .executeTakeFirstOrThrow();
      const next = next_id + 1n;
      await db
        .updateTable('bet_counters')
        .set({ next_id: next })
        .where('bettor', '=', 'a')
        .execute();
      return next;
    };
    const given = await Promise.all(Array.from({ length: 50 }, () => store.write(increment)));
    expect(new Set(given).size).toBe(50);
    expect(await readCounters(store.db)).toEqual([{ bettor: 'a', next_id: 50n }]);
  });

  test('one of many concurrent inserts of a key wins', async () => {
    const insert = (next: bigint) =>
      store.write((db) =>
        db
          .insertInto('bet_counters')
          .values(counterOf('a', next))
          .onConflict((conflict) => conflict.doNothing())
          .returning('next_id')
          .execute(),
      );
    const results = await Promise.all(Array.from({ length: 20 }, (_, i) => insert(BigInt(i))));
    expect(results.filter((rows) => rows.length === 1)).toHaveLength(1);
    expect(await readCounters(store.db)).toEqual([
      { bettor: 'a', next_id: results.flat()[0]?.next_id },
    ]);
  });

  test('reads cannot write, and a transaction cannot be used after its end', async () => {
    const insert = (db: Db) => db.insertInto('bet_counters').values(counterOf('a', 1n)).execute();
    await expect(insert(store.db)).rejects.toThrow(/read-?only/);
    await expect(store.db.transaction().execute(insert)).rejects.toThrow('store.write');
    const kept = await store.write(async (db) => ({ db }));
    await expect(insert(kept.db)).rejects.toThrow();
    expect(await readCounters(store.db)).toEqual([]);
  });

  test('notifies its own listeners at once and once, until they unsubscribe', async () => {
    const heard: string[] = [];
    const unsubscribe = store.onNotify('market', (payload) => heard.push(payload));
    store.onNotify('feed', (payload) => heard.push(`feed ${payload}`));
    for (const id of ['market_1', 'market_2', 'market_3']) {
      await store.notify('market', id);
      expect(heard.at(-1)).toBe(id);
    }
    unsubscribe();
    await store.notify('market', 'market_4');
    await store.notify('feed', '');
    const expected = ['market_1', 'market_2', 'market_3', 'feed '];
    if (engine.name === 'postgres') {
      // Notifications arrive in their order: this one comes after any copy of those above.
      await (await engine.openBeside(store)).notify('feed', 'of another');
      expected.push('feed of another');
    }
    await expect.poll(() => heard).toEqual(expected);
  });

  test('leads until it is stopped, and again after a failure', async () => {
    let runs = 0;
    const stop = store.lead('keeper', async (signal) => {
      runs += 1;
      if (runs === 1) throw new Error('a bad start');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    await expect.poll(() => runs).toBe(2);
    await stop();
    await new Promise<void>((resolve) => {
      const stopNext = store.lead('keeper', async () => resolve(stopNext()));
    });
    expect(runs).toBe(2);
  });

  test('has every index and table after a rebuild, and keeps the journal', async () => {
    const listed = async () => {
      const text =
        store.engine === 'sqlite'
          ? sql`select name from sqlite_schema order by name`
          : sql`select indexname as name from pg_indexes where schemaname = 'public' order by 1`;
      return (await text.execute(store.db)).rows;
    };
    const before = await listed();
    await store.write(async (db) => {
      await db.insertInto('cursors').values({ name: 'a', signature: 's', slot: 1n }).execute();
      await db.insertInto('settings').values({ name: 'a', value: 'b' }).execute();
    });
    await store.write(recreateProjection);
    expect(await listed()).toEqual(before);
    for (const table of PROJECTION_TABLES) {
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await store.db.selectFrom('settings').selectAll().execute()).toHaveLength(1);
  });

  test('can be closed twice', async () => {
    const last = addCounter(store, 'a', 1n);
    await last;
    await Promise.all([store.close(), store.close()]);
    await expect(addCounter(store, 'b', 1n)).rejects.toThrow();
    await expect(readCounters(store.db)).rejects.toThrow();
  });
});
