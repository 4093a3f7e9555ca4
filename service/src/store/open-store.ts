import type { Warn } from './in-process.ts';
import { migrate } from './migrate.ts';
import { openSqliteIn, openVolatileSqlite } from './sqlite/open-sqlite.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** The folder of the SQLite file `tote.db`. Without it and a URL the data is deleted on close. */
  dir?: string;
  databaseUrl?: string;
  warn?: Warn;
}

export async function openStore({
  dir,
  databaseUrl,
  warn = () => {},
}: StoreOptions = {}): Promise<Store> {
  const store = await openEngine(dir, databaseUrl, warn);
  try {
    await migrate(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openEngine(dir: string | undefined, databaseUrl: string | undefined, warn: Warn) {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres/open-postgres.ts');
    return openPostgres(databaseUrl, warn);
  }
  return dir === undefined ? openVolatileSqlite(warn) : openSqliteIn(dir, warn);
}
