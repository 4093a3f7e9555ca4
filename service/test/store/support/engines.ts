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

/** Whoever needs no memory of a closed store may run on `memory` too. */
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
  const places = new Places();
  return places.engine(name, () => {
    if (name === 'memory') return {};
    const dir = mkdtempSync(join(tmpdir(), 'tote-test-'));
    places.onEnd(() => rmSync(dir, { recursive: true, force: true }));
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
  return new Places().engine('postgres', async () => ({
    databaseUrl: await postgres.server.createDatabase(),
  }));
}

type Place = { dir?: string; databaseUrl?: string };

class Places {
  readonly #stores = new Map<Store, Place>();
  readonly #endings: (() => void)[] = [];

  onEnd(ending: () => void): void {
    this.#endings.push(ending);
  }

  engine(name: Engine['name'], make: () => Place | Promise<Place>): Engine {
    afterEach(async () => {
      await Promise.all([...this.#stores.keys()].map((store) => store.close()));
      this.#stores.clear();
      for (const ending of this.#endings.splice(0)) ending();
    });
    const openAt = async (place: Place) => {
      const store = await openStore({ ...place, wallMs });
      this.#stores.set(store, place);
      return store;
    };
    return {
      name,
      open: async () => openAt(await make()),
      reopen: async (store) => {
        await store.close();
        return openAt(this.#stores.get(store) as Place);
      },
    };
  }
}
