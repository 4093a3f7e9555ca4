// A version after this one, which only adds to the tables.
import { sql } from 'kysely';
import { migrate } from '../../src/store/migrate.ts';
import { firstRelease } from '../../src/store/migrations/0001-first-release.ts';
import { createTables, type Database } from '../../src/store/migrations/columns.ts';
import { openStore } from '../../src/store/open-store.ts';

/** Changes tables that every bet writes to. */
const NEXT_VERSION = {
  '0001-first-release': firstRelease,
  '0002-add-notes-since-0001': {
    async journal(db: Database) {
      await sql`alter table submissions add column note text`.execute(db);
      await createTables(db, {
        notes: { columns: { id: 'integer', text: 'text' }, key: ['id'] },
      });
    },
    projection: {
      async up(db: Database) {
        await sql`alter table bets add column note text default 'none'`.execute(db);
        await sql`create index bets_note on bets (note, slot)`.execute(db);
      },
    },
  },
};

/** What the start of a replica of the next version does first. */
export async function migrateToNext(databaseUrl: string): Promise<void> {
  const store = await openStore({ databaseUrl });
  await migrate(store, NEXT_VERSION);
  await store.close();
}
