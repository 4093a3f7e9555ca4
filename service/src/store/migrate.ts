// Migrates the tables: every migration once, in order, all in one transaction.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import { journal } from './migrations/0001-journal.ts';
import { projection } from './migrations/0002-projection.ts';
import { rateLimits } from './migrations/0003-rate-limits.ts';
import { evidence } from './migrations/0004-evidence.ts';
import { samples } from './migrations/0005-samples.ts';
import { receipts } from './migrations/0006-receipts.ts';
import { sameMarkets } from './migrations/0007-same-markets.ts';
import { betsInSubmissions } from './migrations/0008-bets-in-submissions.ts';
import { endedMarkets } from './migrations/0009-ended-markets.ts';
import { mismatches } from './migrations/0010-mismatches.ts';
import { unsettledPositions } from './migrations/0011-unsettled-positions.ts';
import { provisionalKeys } from './migrations/0012-provisional-keys.ts';
import { auditedMarkets } from './migrations/0013-audited-markets.ts';
import { relayerPayments } from './migrations/0014-relayer-payments.ts';
import { retention } from './migrations/0015-retention.ts';
import { feedOfWallets } from './migrations/0016-feed-of-wallets.ts';
import { lists } from './migrations/0017-lists.ts';
import { webRounds } from './migrations/0018-web-rounds.ts';
import { sampleHashes } from './migrations/0019-sample-hashes.ts';
import { baselines } from './migrations/0020-baselines.ts';
import { settledInGroups } from './migrations/0021-settled-in-groups.ts';
import { ledger } from './migrations/0022-ledger.ts';
import { finalizedEvents } from './migrations/0023-finalized-events.ts';
import { webhooks } from './migrations/0024-webhooks.ts';
import { listBits } from './migrations/0025-list-bits.ts';
import { listedSignatures } from './migrations/0026-listed-signatures.ts';
import { leases } from './migrations/0027-leases.ts';
import { countsOfIds } from './migrations/0028-counts-of-ids.ts';
import { createTable } from './migrations/columns.ts';
import type { Migration, ProjectionStep } from './migrations/migration.ts';
import type { ProjectionTables } from './schema.ts';
import type { Db, Store } from './store.ts';

/** Never reordered or removed: databases record migrations by name. */
const MIGRATIONS: readonly Migration[] = [
  journal,
  projection,
  rateLimits,
  evidence,
  samples,
  receipts,
  sameMarkets,
  betsInSubmissions,
  endedMarkets,
  mismatches,
  unsettledPositions,
  provisionalKeys,
  auditedMarkets,
  relayerPayments,
  retention,
  feedOfWallets,
  lists,
  webRounds,
  sampleHashes,
  baselines,
  settledInGroups,
  ledger,
  listBits,
  finalizedEvents,
  webhooks,
  listedSignatures,
  leases,
  countsOfIds,
];

const PROJECTION_STEPS = MIGRATIONS.flatMap((migration) => migration.projection ?? []);

/** The tables that a rebuild drops and creates again. */
export const PROJECTION_TABLES = PROJECTION_STEPS.flatMap(({ tables = {} }) =>
  Object.keys(tables),
) as readonly (keyof ProjectionTables)[];

/** The columns of their keys. */
export const PROJECTION_KEYS: Readonly<Partial<Record<keyof ProjectionTables, readonly string[]>>> =
  Object.fromEntries(
    PROJECTION_STEPS.flatMap(({ tables = {} }) => Object.entries(tables)).map(([name, { key }]) => [
      name,
      key,
    ]),
  );

/** The migrations that made the projection what it is. */
export const PROJECTION_MIGRATIONS: readonly string[] = MIGRATIONS.filter(
  ({ projection }) => projection !== undefined,
).map(({ name }) => name);

type WithMigrations = Kysely<{ migrations: { name: string; applied_at: bigint } }>;

const LOCK = 0x746f_7465;

export async function migrate(store: Store, nowMs: number): Promise<void> {
  await store.write(async (db) => {
    // When replicas start together one migrates. The others wait and find nothing to do.
    if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
    const own = db as unknown as WithMigrations;
    await own.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    const rows = await own.selectFrom('migrations').select('name').execute();
    const applied = new Set(rows.map(({ name }) => name));
    refuseUnknown(applied);
    for (const { name, journal, projection } of MIGRATIONS) {
      if (applied.has(name)) continue;
      await journal?.(db);
      if (projection) await applyStep(db, projection);
      await own
        .insertInto('migrations')
        .values({ name, applied_at: BigInt(nowMs) })
        .execute();
    }
  });
}

/** Whether exactly this version made its tables. */
export async function isOfThisVersion(db: Db): Promise<boolean> {
  const own = db as unknown as WithMigrations;
  const rows = await own.selectFrom('migrations').select('name').execute();
  const applied = new Set(rows.map(({ name }) => name));
  return applied.size === MIGRATIONS.length && MIGRATIONS.every(({ name }) => applied.has(name));
}

function refuseUnknown(applied: ReadonlySet<string>): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(
    `the database was made by a newer version (it has ${unknown.join(', ')}); run that version`,
  );
}

/** Empties the projection, for a rebuild from the chain. The journal stays. */
export async function dropProjection(store: Store): Promise<void> {
  await store.write(recreateProjection);
}

/** For `store.write`. */
export async function recreateProjection(db: Db): Promise<void> {
  for (const table of PROJECTION_TABLES) await db.schema.dropTable(table).ifExists().execute();
  for (const step of PROJECTION_STEPS) await applyStep(db, step);
}

async function applyStep(db: Db, { tables = {}, up }: ProjectionStep): Promise<void> {
  for (const [name, table] of Object.entries(tables)) await createTable(db, name, table);
  await up(db);
}
