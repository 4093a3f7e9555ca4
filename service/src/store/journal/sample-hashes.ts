// Hashes of samples whose bytes are not kept: those of open markets, in rows that grow, and those
// that evidence is about, in the pages in which they are served.
import { type SampleHash, unpackSampleHashes } from '@tote/conditions/sample-hashes';
import { type SqlBool, sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { Db } from '../store.ts';

interface SampleHashRow {
  readonly marketId: string;
  /** The time of its first sample. */
  readonly startedAt: number;
  /** Packed by `packSampleHashes`. */
  readonly hashes: Uint8Array;
}

/** A row replaces the shorter one with the same start. */
export async function saveSampleHashes(db: Db, rows: readonly SampleHashRow[]): Promise<void> {
  await bulkInsert(db, {
    table: 'sample_hashes',
    columns: ['market_id', 'started_at', 'hashes'],
    rows: rows.map(({ marketId, startedAt, hashes }) => {
      return { market_id: marketId, started_at: BigInt(startedAt), hashes };
    }),
    suffix: 'on conflict (market_id, started_at) do update set hashes = excluded.hashes',
  });
}

/** Oldest first, one per second: replicas may have sampled at the same time. */
export async function listSampleHashes(db: Db, marketId: string): Promise<SampleHash[]> {
  const rows = await db
    .selectFrom('sample_hashes')
    .select('hashes')
    .where('market_id', '=', marketId)
    .orderBy('started_at')
    .execute();
  const bySecond = new Map<number, SampleHash>();
  for (const hash of rows.flatMap(({ hashes }) => unpackSampleHashes(hashes))) {
    if (!bySecond.has(hash.at)) bySecond.set(hash.at, hash);
  }
  return [...bySecond.values()].sort((a, b) => a.at - b.at);
}

/** Deletes those of markets that have ended. Evidence has its own. */
export async function deleteUnusedSampleHashes(db: Db, rowsMax: number): Promise<bigint> {
  const unused = sql<SqlBool>`(market_id, started_at) in (
    select market_id, started_at from sample_hashes where exists (
      select 1 from markets where markets.id = sample_hashes.market_id and markets.state <> 1
    ) limit ${rowsMax})`;
  const { numDeletedRows } = await db.deleteFrom('sample_hashes').where(unused).executeTakeFirst();
  return numDeletedRows;
}

interface EvidenceHashes {
  readonly marketId: string;
  /** Of the evidence that names them by their root. */
  readonly evidenceHash: string;
}

interface EvidencePage extends EvidenceHashes {
  readonly page: number;
  readonly hashes: Uint8Array;
}

export async function recordEvidenceHashes(db: Db, evidence: EvidencePage): Promise<void> {
  const { marketId, evidenceHash, page, hashes } = evidence;
  await db
    .insertInto('evidence_hashes')
    .values({ market_id: marketId, evidence_hash: evidenceHash, page: BigInt(page), hashes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** One page; empty after the last. */
export async function findEvidenceHashes(
  db: Db,
  { marketId, evidenceHash, page }: Omit<EvidencePage, 'hashes'>,
): Promise<SampleHash[]> {
  const row = await db
    .selectFrom('evidence_hashes')
    .select('hashes')
    .where('market_id', '=', marketId)
    .where('evidence_hash', '=', evidenceHash)
    .where('page', '=', BigInt(page))
    .executeTakeFirst();
  return row ? unpackSampleHashes(row.hashes) : [];
}

/** All pages. */
export async function listEvidenceHashes(
  db: Db,
  { marketId, evidenceHash }: EvidenceHashes,
): Promise<SampleHash[]> {
  const rows = await db
    .selectFrom('evidence_hashes')
    .select('hashes')
    .where('market_id', '=', marketId)
    .where('evidence_hash', '=', evidenceHash)
    .orderBy('page')
    .execute();
  return rows.flatMap(({ hashes }) => unpackSampleHashes(hashes));
}
