// Observations, recorded before a market is resolved by them. The chain has the SHA-256 of those
// bytes that decided. The observation with that hash is the evidence.

import { CompiledQuery } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { withHint } from '../write-hints.ts';

export interface ObservedEvidence {
  readonly marketId: string;
  /** SHA-256 of the observed account's data, hex. */
  readonly hash: string;
  readonly text: string;
  readonly createdAt: bigint;
}

export async function recordEvidence(db: Db, evidence: ObservedEvidence): Promise<void> {
  await recordAllEvidence(db, [evidence]);
}

export async function recordAllEvidence(
  db: Db,
  evidence: readonly ObservedEvidence[],
): Promise<void> {
  await bulkInsert(db, {
    table: 'evidence',
    columns: ['market_id', 'hash', 'text', 'created_at'],
    rows: evidence.map(({ marketId, hash, text, createdAt }) => ({
      market_id: marketId,
      hash,
      text,
      created_at: createdAt,
    })),
    suffix: 'on conflict (market_id, hash) do nothing',
  });
}

export async function findEvidence(
  db: Db,
  marketId: string,
  hash: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('evidence')
    .select('text')
    .where('market_id', '=', marketId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.text;
}

/** All observations of a market, oldest first. */
export async function listEvidence(db: Db, marketId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence')
    .select('text')
    .where('market_id', '=', marketId)
    .orderBy('created_at')
    .orderBy('hash')
    .execute();
  return rows.map(({ text }) => text);
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Gives those of these markets that are decided. Not for facts: their evidence is recorded before
 * the program has decided.
 */
export async function findDecidedMarkets(
  db: Db,
  marketIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (marketIds.length === 0) return NONE;
  const query = isPostgres(db)
    ? CompiledQuery.raw(toPostgres(marketIds.length), [...marketIds])
    : CompiledQuery.raw(toSqlite(marketIds.length), [...marketIds, ...marketIds]);
  // Nearly always there are none, so a write need not wait for the result.
  const hinted = withHint(query, { expectedChanges: 0 });
  const { rows } = await db.executeQuery<{ market_id: string }>(hinted);
  return rows.length === 0 ? NONE : new Set(rows.map(({ market_id }) => market_id));
}

const select = (placeholders: string) =>
  `select market_id from attestations where market_id in (${placeholders}) ` +
  `union select market_id from evidence where market_id in (${placeholders})`;

const toSqlite = (count: number) => select(Array(count).fill('?').join(', '));

const toPostgres = (count: number) =>
  select(Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', '));

// The samples that a threshold was computed from, if it is relative to the value when the market
// was created. The condition of the market has their hash.

export async function recordBaseline(db: Db, marketId: string, text: string): Promise<void> {
  await db
    .insertInto('baselines')
    .values({ market_id: marketId, text })
    .onConflict((conflict) => conflict.column('market_id').doNothing())
    .execute();
}

export async function findBaseline(db: Db, marketId: string): Promise<string | null> {
  const row = await db
    .selectFrom('baselines')
    .select('text')
    .where('market_id', '=', marketId)
    .executeTakeFirst();
  return row?.text ?? null;
}

// Public warnings about a market that we created: who could manipulate what decides it, and at what
// cost. They depend on the state of the chain at the creation, so they are stored.

export async function recordWarnings(
  db: Db,
  marketId: string,
  warnings: readonly string[],
): Promise<void> {
  if (warnings.length === 0) return;
  await db
    .insertInto('market_warnings')
    .values({ market_id: marketId, warnings: JSON.stringify(warnings) })
    .onConflict((conflict) => conflict.column('market_id').doNothing())
    .execute();
}

export async function listWarnings(db: Db, marketId: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom('market_warnings')
    .select('warnings')
    .where('market_id', '=', marketId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.warnings) as string[]) : [];
}
