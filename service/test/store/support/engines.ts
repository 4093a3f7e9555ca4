// The same tests on every engine: SQLite in a folder, SQLite for tests, PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { hasPostgres, type Postgres, startPostgres } from '../../support/postgres.ts';

export interface Engine {
  readonly name: 'folder' | 'memory' | 'postgres';
  /** A store on a new, empty database; closed after the test. */
  open(): Promise<Store>;
  /** Closes the store and opens one on the same database. */
  reopen(store: Store): Promise<Store>;
}

export const wallMs = () => Date.UTC(2030, 0, 1);

/** Tests that do not reopen a store may run on `memory` too. */
export function describeEngines(
  names: readonly Engine['name'][],
  tests: (engine: Engine) => void,
): void {
  for (const name of names) {
    describe.skipIf(name === 'postgres' && !hasPostgres())(name, () => {
      if (name === 'postgres') tests(postgresEngine());
      else tests(sqliteEngine(name));
    });
  }
}

function sqliteEngine(name: 'folder' | 'memory'): Engine {
  const stores = new OpenStores();
  return stores.engine(name, () => {
    if (name === 'memory') return {};
    const dir = mkdtempSync(join(tmpdir(), 'tote-test-'));
    stores.onEnd(() => rmSync(dir, { recursive: true, force: true }));
    return { dir };
  });
}

/** A PostgreSQL for all tests of a `describe`, started before the first. */
export function usePostgres(): { readonly server: Postgres } {
  let server: Postgres | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());
  return {
    get server() {
      return server as Postgres;
    },
  };
}

function postgresEngine(): Engine {
  const postgres = usePostgres();
  return new OpenStores().engine('postgres', async () => ({
    databaseUrl: await postgres.server.createDatabase(),
  }));
}

type Location = { dir?: string; databaseUrl?: string };

class OpenStores {
  readonly #stores = new Map<Store, Location>();
  readonly #cleanUps: (() => void)[] = [];

  onEnd(cleanUp: () => void): void {
    this.#cleanUps.push(cleanUp);
  }

  engine(name: Engine['name'], locate: () => Location | Promise<Location>): Engine {
    afterEach(async () => {
      await Promise.all([...this.#stores.keys()].map((store) => store.close()));
      this.#stores.clear();
      for (const cleanUp of this.#cleanUps.splice(0)) cleanUp();
    });
    const openAt = async (location: Location) => {
      const store = await openStore({ ...location, wallMs });
      this.#stores.set(store, location);
      return store;
    };
    return {
      name,
      open: async () => openAt(await locate()),
      reopen: async (store) => {
        await store.close();
        return openAt(this.#stores.get(store) as Location);
      },
    };
  }
}
