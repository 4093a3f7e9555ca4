// Migrates the tables with Kysely's Migrator: every migration once, in order, all in one
// transaction. When replicas start together one migrates, and the others wait for it.
import { backoff, retry, withJitter } from '@tote/chain/lib/retry';
import { DEFAULT_MIGRATION_TABLE, type Kysely, type MigrationProvider, Migrator } from 'kysely';
import { firstRelease } from './migrations/0001-first-release.ts';
import { newIndexes } from './migrations/0002-indexes-since-0001.ts';
import { newSeries } from './migrations/0003-series-since-0001.ts';
import { hiddenMarkets } from './migrations/0004-hidden-markets-since-0001.ts';
import { createTables, type Database } from './migrations/columns.ts';
import type { Migration } from './migrations/migration.ts';
import { isConflict } from './postgres/dialect.ts';
import type { ProjectionTables } from './projection-tables.ts';
import type { Db, Store } from './store.ts';

/**
 * By name. A released one is never changed, renamed or removed: databases remember the names.
 *
 * If versions that do not know a migration can still run on its tables, its name says which: those
 * that know the migration of the number behind `since`, as in `0003-add-notes-since-0001`.
 */
export const MIGRATIONS: Migrations = {
  '0001-first-release': firstRelease,
  '0002-indexes-since-0001': newIndexes,
  '0003-series-since-0001': newSeries,
  '0004-hidden-markets-since-0001': hiddenMarkets,
};

type Migrations = Readonly<Record<string, Migration>>;

const ATTEMPTS = 20;

const PROJECTION_STEPS = Object.values(MIGRATIONS).flatMap(({ projection }) => projection ?? []);

const TABLES = PROJECTION_STEPS.flatMap(({ tables = {} }) => Object.entries(tables));

export const PROJECTION_TABLES = TABLES.map(
  ([name]) => name,
) as readonly (keyof ProjectionTables)[];

export const PROJECTION_KEYS: Readonly<Partial<Record<keyof ProjectionTables, readonly string[]>>> =
  Object.fromEntries(TABLES.map(([name, { key }]) => [name, key]));

export const PROJECTION_MIGRATIONS: readonly string[] = Object.entries(MIGRATIONS)
  .filter(([, { projection }]) => projection !== undefined)
  .map(([name]) => name);

export async function migrate({ migrationDb: db }: Store, migrations = MIGRATIONS): Promise<void> {
  await refuseUnreleased(db);
  const migrator = new Migrator({
    db,
    provider: provide(db, migrations),
    // The Migrator orders those of the database by the clocks of the replicas that applied them.
    allowUnorderedMigrations: true,
  });
  const run = async () => {
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  };
  // Other replicas go on writing, and may lock the same tables in another order.
  const pauseMs = withJitter(backoff(50, 1_000));
  await retry(run, { attempts: ATTEMPTS, pauseMs, isRetried: isConflict });
}

/** Asked when the Migrator has the lock, so that nobody else migrates at the same time. */
const provide = (db: Db, migrations: Migrations): MigrationProvider => ({
  async getMigrations() {
    const later = (await listApplied(db)).filter((name) => !(name in migrations));
    refuseLater(later, migrations);
    return Object.fromEntries([
      ...Object.entries(migrations).map(([name, migration]) => [name, toKysely(migration)]),
      // The Migrator wants to know all that were applied.
      ...later.map((name) => [name, { up: async () => {} }]),
    ]);
  },
});

const toKysely = ({ journal, projection }: Migration) => ({
  async up(db: Database) {
    await journal?.(db);
    if (projection) await applyStep(db, projection);
  },
});

async function listApplied(db: Db): Promise<string[]> {
  const own = db as unknown as Kysely<Record<typeof DEFAULT_MIGRATION_TABLE, { name: string }>>;
  const rows = await own.selectFrom(DEFAULT_MIGRATION_TABLE).select('name').execute();
  return rows.map(({ name }) => name);
}

async function refuseUnreleased(db: Db): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const has = (name: string) => tables.some((table) => table.name === name);
  if (has(DEFAULT_MIGRATION_TABLE) || !has('migrations')) return;
  throw new Error(
    'the database was made by an unreleased version, which this one cannot read: reset, or ' +
      'rebuild. `npm start -- --reset` begins a new embedded chain. To keep the chain, move ' +
      'tote.db out of the data folder, or name an empty database in TOTE_DATABASE_URL, and run ' +
      '`npm run rebuild`: that reads everything from the chain. API keys, webhooks and ' +
      'unfinished requests are lost',
  );
}

/** An older version runs on the tables of a newer one if the names of its migrations say so. */
function refuseLater(later: readonly string[], migrations: Migrations): void {
  const newest = Object.keys(migrations).sort().at(-1) ?? '';
  const refused = later.filter((name) => {
    const since = /-since-(\d{4})$/.exec(name)?.[1];
    return since === undefined || since > newest.slice(0, 4);
  });
  if (refused.length === 0) return;
  throw new Error(
    `the database was made by a newer version (it has ${refused.join(', ')}); run that version, ` +
      'or restore the backup that was made before the upgrade (docs/upgrade.md)',
  );
}

export async function isOfThisVersion(db: Db): Promise<boolean> {
  const applied = new Set(await listApplied(db));
  const known = Object.keys(MIGRATIONS);
  return applied.size === known.length && known.every((name) => applied.has(name));
}

/** For `store.write`: empties the projection. The journal stays. */
export async function recreateProjection(db: Db): Promise<void> {
  if (!(await isOfThisVersion(db))) {
    throw new Error('the database was made by a newer version: use that one for this');
  }
  for (const table of PROJECTION_TABLES) await db.schema.dropTable(table).ifExists().execute();
  for (const step of PROJECTION_STEPS) await applyStep(db, step);
}

async function applyStep(db: Database, { tables = {}, up }: NonNullable<Migration['projection']>) {
  await createTables(db, tables);
  await up?.(db);
}
