// Samples for measured markets. Bytes are kept only while they may decide a market; of others
// the hashes are kept.

import { type SampleHash, unpackSampleHashes } from '@tote/conditions/sample-hashes';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { type SqlBool, sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { Db } from '../store.ts';

const ROWS_PER_STATEMENT = 200;

interface StoredSample {
  readonly source: string;
  readonly slot: bigint;
  readonly observedAt: UnixSeconds;
  readonly text: string;
}

/** Both ends are included. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** If a slot has two samples, for instance one of another replica, the first one is kept. */
export async function insertSamples(db: Db, samples: readonly StoredSample[]): Promise<void> {
  for (const batch of inBatches(samples)) {
    await db
      .insertInto('samples')
      .values(
        batch.map(({ source, slot, observedAt, text }) => {
          return { source, slot, observed_at: BigInt(observedAt), sample: text };
        }),
      )
      .onConflict((conflict) => conflict.columns(['source', 'slot']).doNothing())
      .execute();
  }
}

/** Oldest first. */
export async function listSamples(db: Db, source: string, span: TimeSpan): Promise<string[]> {
  const rows = await db
    .selectFrom('samples')
    .select('sample')
    .where('source', '=', source)
    .where('observed_at', '>=', BigInt(span.from))
    .where('observed_at', '<=', BigInt(span.to))
    .orderBy('slot')
    .execute();
  return rows.map(({ sample }) => sample);
}

export async function listSampleSources(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('samples').select('source').distinct().execute();
  return rows.map(({ source }) => source);
}

/** Deletes the oldest samples of a source that are in none of the spans, at most `rowsMax`. */
export async function pruneSamples(
  db: Db,
  source: string,
  kept: readonly TimeSpan[],
  rowsMax: number,
): Promise<void> {
  const isKept = kept.map(
    ({ from, to }) => sql`(observed_at >= ${BigInt(from)} and observed_at <= ${BigInt(to)})`,
  );
  const isUnused = isKept.length > 0 ? sql`not (${sql.join(isKept, sql` or `)})` : sql`true`;
  await db
    .deleteFrom('samples')
    .where('source', '=', source)
    .where(
      sql<SqlBool>`slot in (select slot from samples where source = ${source} and ${isUnused}
        order by slot limit ${rowsMax})`,
    )
    .execute();
}

/** The times that earlier versions stored, oldest first. */
export async function listSampleTimes(db: Db, marketId: string): Promise<UnixSeconds[]> {
  const rows = await db
    .selectFrom('sample_marks')
    .select('sampled_at')
    .where('market_id', '=', marketId)
    .orderBy('sampled_at')
    .execute();
  return rows.map((row) => unixSeconds(row.sampled_at));
}

export async function deleteUnusedSampleTimes(db: Db, rowsMax: number): Promise<bigint> {
  const unused = sql<SqlBool>`(market_id, sampled_at) in (
    select market_id, sampled_at from sample_marks where exists (
      select 1 from markets where markets.id = sample_marks.market_id and markets.state <> 1
    ) limit ${rowsMax})`;
  const { numDeletedRows } = await db.deleteFrom('sample_marks').where(unused).executeTakeFirst();
  return numDeletedRows;
}

function inBatches<T>(rows: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    batches.push(rows.slice(at, at + ROWS_PER_STATEMENT));
  }
  return batches;
}

interface SampleHashRow {
  readonly marketId: string;
  readonly startedAt: number;
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
  /** The hash of the evidence that names them by their root. */
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

// Rounds of fetches from web sources that did not decide: what was fetched and what was wrong. They
// say why a market waits, or why it was refunded. Only the newest of each market are kept.

const KEPT_MAX = 20;

interface FailedRound {
  readonly marketId: string;
  readonly at: UnixSeconds;
  readonly reason: string;
  readonly fetches: string;
}

export async function recordFailedRound(db: Db, round: FailedRound): Promise<void> {
  const { marketId, at, reason, fetches } = round;
  await db
    .insertInto('web_rounds')
    .values({ market_id: marketId, fetched_at: BigInt(at), reason, fetches })
    .onConflict((conflict) => conflict.columns(['market_id', 'fetched_at']).doNothing())
    .execute();
  await db
    .deleteFrom('web_rounds')
    .where('market_id', '=', marketId)
    .where(
      sql<SqlBool>`fetched_at not in (select fetched_at from web_rounds
        where market_id = ${marketId} order by fetched_at desc limit ${KEPT_MAX})`,
    )
    .execute();
}

export async function listFailedRounds(db: Db, marketId: string): Promise<FailedRound[]> {
  const rows = await db
    .selectFrom('web_rounds')
    .selectAll()
    .where('market_id', '=', marketId)
    .orderBy('fetched_at', 'desc')
    .execute();
  return rows.map(({ fetched_at, reason, fetches }) => {
    return { marketId, at: unixSeconds(fetched_at), reason, fetches };
  });
}

/** Times of rounds that agreed that the condition was not met, in the table `sample_marks`. */
interface RoundTimesChange {
  readonly marketId: string;
  readonly added: readonly UnixSeconds[];
  readonly removed: readonly UnixSeconds[];
}

export async function changeRoundTimes(
  db: Db,
  { marketId, added, removed }: RoundTimesChange,
): Promise<void> {
  for (const at of removed) {
    await db
      .deleteFrom('sample_marks')
      .where('market_id', '=', marketId)
      .where('sampled_at', '=', BigInt(at))
      .execute();
  }
  for (const at of added) {
    await db
      .insertInto('sample_marks')
      .values({ market_id: marketId, sampled_at: BigInt(at) })
      .onConflict((conflict) => conflict.columns(['market_id', 'sampled_at']).doNothing())
      .execute();
  }
}

/** Newest first. */
export async function listLastRoundTimes(
  db: Db,
  marketId: string,
  limit: number,
): Promise<UnixSeconds[]> {
  const rows = await db
    .selectFrom('sample_marks')
    .select('sampled_at')
    .where('market_id', '=', marketId)
    .orderBy('sampled_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => unixSeconds(row.sampled_at));
}
