// Brings the tables up to date: every migration once, in order, all or nothing.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import { journal } from './migrations/0001-journal.ts';
import { projection } from './migrations/0002-projection.ts';
import { rateLimits } from './migrations/0003-rate-limits.ts';
import { evidence, indexFacts } from './migrations/0004-evidence.ts';
import { indexMeasured, samples } from './migrations/0005-samples.ts';
import { receipts } from './migrations/0006-receipts.ts';
import { sameMarkets } from './migrations/0007-same-markets.ts';
import { betsInSubmissions } from './migrations/0008-bets-in-submissions.ts';
import { indexEnded } from './migrations/0009-ended-markets.ts';
import { mismatches } from './migrations/0010-mismatches.ts';
import { PROJECTION_TABLES } from './schema.ts';
import type { Db, Store } from './store.ts';

/** The order never changes and nothing is taken out: names are what databases remember. */
const MIGRATIONS: readonly (readonly [name: string, up: (db: Db) => Promise<void>])[] = [
  ['0001-journal', journal],
  ['0002-projection', projection],
  ['0003-rate-limits', rateLimits],
  ['0004-evidence', evidence],
  ['0005-samples', samples],
  ['0006-receipts', receipts],
  ['0007-same-markets', sameMarkets],
  ['0008-bets-in-submissions', betsInSubmissions],
  ['0009-ended-markets', indexEnded],
  ['0010-mismatches', mismatches],
];

type WithMigrations = Kysely<{ migrations: { name: string; applied_at: bigint } }>;

const LOCK = 0x746f_7465;

export async function migrate(store: Store, nowMs: number): Promise<void> {
  await store.write(async (db) => {
    // Replicas start together: one migrates, the others wait and find it done.
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
    for (const [name, up] of MIGRATIONS) {
      if (applied.has(name)) continue;
      await up(db);
      await own
        .insertInto('migrations')
        .values({ name, applied_at: BigInt(nowMs) })
        .execute();
    }
  });
}

function refuseUnknown(applied: ReadonlySet<string>): void {
  const known = new Set(MIGRATIONS.map(([name]) => name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(
    `the database was made by a newer version (it has ${unknown.join(', ')}); run that version`,
  );
}

/** Empties the projection, for a rebuild from the chain. The journal stays. */
export async function dropProjection(store: Store): Promise<void> {
  await store.write(async (db) => {
    for (const table of PROJECTION_TABLES) await db.schema.dropTable(table).ifExists().execute();
    await projection(db);
    await indexFacts(db);
    await indexMeasured(db);
    await receipts(db);
    await sameMarkets(db);
    await indexEnded(db);
    await mismatches(db);
  });
}
