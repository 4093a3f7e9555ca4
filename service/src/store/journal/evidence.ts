// Observations, recorded before a market is resolved by them. The chain has the SHA-256 of those
// bytes that decided. The observation with that hash is the evidence.
import { CompiledQuery } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { findValue, isPostgres, listValues, withHint } from '../statements.ts';
import type { Db } from '../store.ts';

export interface ObservedEvidence {
  readonly marketId: string;
  readonly hash: string;
  readonly text: string;
  readonly createdAt: bigint;
}

export const recordEvidence = (db: Db, evidence: ObservedEvidence) =>
  recordAllEvidence(db, [evidence]);

export async function recordAllEvidence(db: Db, all: readonly ObservedEvidence[]): Promise<void> {
  const rows = all.map(({ marketId, hash, text, createdAt }) => {
    return { market_id: marketId, hash, text, created_at: createdAt };
  });
  await bulkInsert(db, 'evidence', rows, 'on conflict (market_id, hash) do nothing');
}

export const findEvidence = (db: Db, marketId: string, hash: string) =>
  findValue<string>(db)`select text from evidence
    where market_id = ${marketId} and hash = ${hash}`;

export const listEvidence = (db: Db, marketId: string) =>
  listValues<string>(db)`select text from evidence
    where market_id = ${marketId} order by created_at, hash`;

const NONE: ReadonlySet<string> = new Set();

/** Not for facts: their evidence is recorded before the program has decided. */
export async function findDecidedMarkets(db: Db, marketIds: readonly string[]) {
  if (marketIds.length === 0) return NONE;
  const ids = marketIds.map((_, index) => (isPostgres(db) ? `$${index + 1}` : `?${index + 1}`));
  const text = `select market_id from attestations where market_id in (${ids})
    union select market_id from evidence where market_id in (${ids})`;
  // Nearly always there are none, so a write need not wait for the result.
  const query = withHint(CompiledQuery.raw(text, [...marketIds]), { expectedChanges: 0 });
  const { rows } = await db.executeQuery<{ market_id: string }>(query);
  return rows.length === 0 ? NONE : new Set(rows.map(({ market_id }) => market_id));
}

// The samples that a threshold was computed from, if it is relative to the value when the market
// was created. The condition of the market has their hash.

export async function recordBaseline(db: Db, marketId: string, text: string): Promise<void> {
  const row = { market_id: marketId, text };
  await bulkInsert(db, 'baselines', [row], 'on conflict (market_id) do nothing');
}

export async function findBaseline(db: Db, marketId: string): Promise<string | null> {
  const text = await findValue<string>(db)`select text from baselines
    where market_id = ${marketId}`;
  return text ?? null;
}

// Public warnings about a market that we created: who could manipulate what decides it, and at what
// cost. They depend on the state of the chain at the creation, so they are stored.

export async function recordWarnings(db: Db, marketId: string, all: readonly string[]) {
  if (all.length === 0) return;
  const row = { market_id: marketId, warnings: JSON.stringify(all) };
  await bulkInsert(db, 'market_warnings', [row], 'on conflict (market_id) do nothing');
}

export async function listWarnings(db: Db, marketId: string): Promise<readonly string[]> {
  const warnings = await findValue<string>(db)`select warnings from market_warnings
    where market_id = ${marketId}`;
  return JSON.parse(warnings ?? '[]');
}
