// Which databases a version opens, migrates or refuses, on both engines. What it refuses, or fails
// to migrate, stays as it was.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MIGRATIONS, migrate, recreateProjection } from '../../src/store/migrate.ts';
import type { Database } from '../../src/store/migrations/columns.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { openPostgres } from '../support/postgres.ts';
import { describeEveryEngine } from './support/engines.ts';

const OURS = Object.keys(MIGRATIONS).map((name) => ({ name }));

const listNames = async ({ db }: Store) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows;

async function describe({ db, engine }: Store) {
  const text =
    engine === 'sqlite'
      ? sql`select name, sql as definition from sqlite_schema order by name`
      : sql`select indexname as name, indexdef as definition from pg_indexes
          where schemaname = 'public' order by 1`;
  const tables = await db.introspection.getTables();
  const applied = sql`select * from kysely_migration order by name`.execute(db).catch(() => []);
  return [tables, (await text.execute(db)).rows, await applied];
}

const addNotes = (name: string) => ({
  ...MIGRATIONS,
  [name]: {
    projection: {
      up: async (db: Database) => {
        await sql`alter table markets add column notes text`.execute(db);
      },
    },
  },
});

describeEveryEngine(['folder', 'postgres'], (engine) => {
  test('migrates once; a later version adds its migrations, and the one before runs on if they allow it', async () => {
    const first = await engine.open();
    const before = await describe(first);
    expect(await listNames(first)).toEqual(OURS);
    const store = await engine.reopen(first);
    expect(await describe(store)).toEqual(before);
    await migrate(store, addNotes('0009-add-notes-since-0001'));
    const after = await describe(store);
    expect(await listNames(store)).toEqual([...OURS, { name: '0009-add-notes-since-0001' }]);
    const old = await engine.reopen(store);
    expect(await describe(old)).toEqual(after);
    // It would make the tables without the notes.
    await expect(old.write(recreateProjection)).rejects.toThrow('made by a newer version');
    expect(await describe(old)).toEqual(after);
  });

  test('a deadlock with a replica that writes is tried again', async () => {
    const store = await engine.open();
    if (store.engine === 'sqlite') return;
    let deadlocks = 2;
    const name = '0009-add-notes-since-0001';
    const notes = addNotes(name)[name] as { projection: { up(db: Database): Promise<void> } };
    const journal = async (db: Database) => {
      await sql`create table attempts (id int)`.execute(db);
      if (deadlocks-- === 0) return;
      await sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`.execute(db);
    };
    await migrate(store, { ...MIGRATIONS, [name]: { ...notes, journal } });
    expect([deadlocks, await listNames(store)]).toEqual([-1, [...OURS, { name }]]);
  });

  test.each(['0008-add-notes', '0009-add-notes-since-0008', '0008-since-0001-notes'])(
    'refuses a database of a newer version that has %s',
    async (name) => {
      const store = await engine.open();
      await migrate(store, addNotes(name));
      const before = await describe(store);
      const error = `made by a newer version (it has ${name}); run that version`;
      await expect(migrate(store)).rejects.toThrow(error);
      expect(await describe(store)).toEqual(before);
      await expect(engine.reopen(store)).rejects.toThrow(error);
    },
  );

  test('refuses a database of an unreleased version, and says what to do', async () => {
    const store = await engine.open();
    await store.write(async (db) => {
      await sql`create table migrations (name text primary key, applied_at bigint)`.execute(db);
      await sql`insert into migrations values ('0027-listed-signatures', 1)`.execute(db);
      for (const table of ['kysely_migration', 'kysely_migration_lock']) {
        await db.schema.dropTable(table).execute();
      }
    });
    const before = await describe(store);
    const refusal = /unreleased version.*npm start -- --reset.*npm run rebuild/;
    await expect(migrate(store)).rejects.toThrow(refusal);
    expect(await describe(store)).toEqual(before);
    await expect(engine.reopen(store)).rejects.toThrow(refusal);
  });

  test('a migration that fails changes nothing, and neither do those before it', async () => {
    const store = await engine.open();
    const before = await describe(store);
    const broken = {
      ...addNotes('0008-add-notes'),
      '0009-broken': {
        async journal(db: Database) {
          await sql`create table half (id integer)`.execute(db);
          await sql`insert into nowhere values (1)`.execute(db);
        },
      },
    };
    await expect(migrate(store, broken)).rejects.toThrow('nowhere');
    expect(await describe(store)).toEqual(before);
    // It can be tried again.
    await migrate(store, addNotes('0008-add-notes'));
    expect(await listNames(store)).toHaveLength(OURS.length + 1);
  });

  test.runIf(engine.name === 'postgres')('replicas that start together migrate once', async () => {
    const postgres = await openPostgres();
    const databaseUrl = await postgres.createDatabase();
    const starts = Array.from({ length: 6 }, () => openStore({ databaseUrl }));
    const stores = await Promise.all(starts);
    for (const store of stores) expect(await listNames(store)).toEqual(OURS);
    // One of a newer version and five of this one.
    const [first, ...others] = stores as [Store, ...Store[]];
    await Promise.all([
      migrate(first, addNotes('0009-add-notes-since-0001')),
      ...others.map((store) => migrate(store)),
    ]);
    expect(await listNames(first)).toHaveLength(OURS.length + 1);
    await Promise.all(stores.map((store) => store.close()));
  });
});
