// The same tests on several engines: SQLite in a folder, SQLite for tests, PostgreSQL.
import { describe, onTestFinished } from 'vitest';
import { hasRounds, isLong } from '../../../../tools/test-setup/stage.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { newFolder } from '../../support/new-folder.ts';
import { hasPostgres, openPostgres, type Postgres } from '../../support/postgres.ts';

export interface Engine {
  readonly name: 'folder' | 'memory' | 'postgres';
  /** A store on a new, empty database; closed after the test. */
  open(): Promise<Store>;
  /** Closes the store and opens one on the same database. */
  reopen(store: Store): Promise<Store>;
  /** Another one on the same database, as another replica has it. PostgreSQL only. */
  openBeside(store: Store): Promise<Store>;
}

type Tests = (engine: Engine) => void;

/**
 * `npm test` takes the first of these engines that this machine has, `npm run test:rounds` the
 * others. Tests that do not reopen a store may run on `memory` too.
 */
export function describeEngines(names: readonly Engine['name'][], tests: Tests): void {
  const first = names.find((name) => name !== 'postgres' || hasPostgres()) ?? names[0];
  const taken = names.filter((name) => isLong || (name === first) !== hasRounds);
  describeEveryEngine(taken, tests);
}

/** Where the engine itself is tested, in files that run in one stage only, and for one engine. */
export function describeEveryEngine(names: readonly Engine['name'][], tests: Tests): void {
  for (const name of names) {
    describe.skipIf(name === 'postgres' && !hasPostgres())(name, () => {
      if (name === 'postgres') tests(postgresEngine());
      else tests(sqliteEngine(name));
    });
  }
}

const sqliteEngine = (name: 'folder' | 'memory') =>
  createEngine(name, async () => (name === 'memory' ? {} : { dir: newFolder() }));

/** Has all tables: making them anew takes longer than most tests. */
const MIGRATED = 'migrated';
const shared = globalThis as { toteMigrated?: Promise<unknown> };

async function createMigrated(postgres: Postgres): Promise<void> {
  const databaseUrl = await postgres.createDatabase();
  await (await openStore({ databaseUrl })).close();
  const name = new URL(databaseUrl).pathname.slice(1);
  await postgres.query(`alter database ${name} rename to ${MIGRATED}`);
}

function postgresEngine(): Engine {
  return createEngine('postgres', async () => {
    const postgres = await openPostgres();
    shared.toteMigrated ??= createMigrated(postgres);
    await shared.toteMigrated;
    return { databaseUrl: await postgres.createDatabase(MIGRATED) };
  });
}

type Location = { dir?: string; databaseUrl?: string };

function createEngine(name: Engine['name'], locate: () => Promise<Location>): Engine {
  const locations = new WeakMap<Store, Location>();
  const openAt = async (location: Location) => {
    const store = await openStore({ ...location });
    locations.set(store, location);
    onTestFinished(() => store.close());
    return store;
  };
  return {
    name,
    open: async () => openAt(await locate()),
    openBeside: (store) => openAt(locations.get(store) as Location),
    reopen: async (store) => {
      await store.close();
      return openAt(locations.get(store) as Location);
    },
  };
}
