// Samples for measured markets. Bytes are kept only while they may decide a market; afterwards only
// their hashes are kept.
import { type SampleHash, unpackSampleHashes } from '@tote/conditions/sample-hashes';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import { listRows, listValues } from '../statements.ts';
import type { Db, Store } from '../store.ts';

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
  const rows = samples.map(({ source, slot, observedAt, text }) => {
    return { source, slot, observed_at: BigInt(observedAt), sample: text };
  });
  await bulkInsert(db, 'samples', rows, 'on conflict (source, slot) do nothing');
}

export const listSamples = (db: Db, source: string, span: TimeSpan) =>
  listValues<string>(db)`select sample from samples
    where source = ${source} and observed_at >= ${BigInt(span.from)}
    and observed_at <= ${BigInt(span.to)} order by slot`;

export const listSampleSources = (db: Db) =>
  listValues<string>(db)`select distinct source from samples`;

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
  await sql`delete from samples where source = ${source}
    and slot in (select slot from samples where source = ${source} and ${isUnused}
      order by slot limit ${rowsMax})`.execute(db);
}

export async function listSampleTimes(db: Db, marketId: string): Promise<UnixSeconds[]> {
  const times = await listValues<bigint>(db)`select sampled_at from sample_marks
    where market_id = ${marketId} order by sampled_at`;
  return times.map(unixSeconds);
}

/** Deletes times and hashes of samples of markets that have ended, at most `rowsMax` of each. */
export async function deleteUnusedSamples(db: Db, rowsMax: number): Promise<void> {
  for (const [name, column] of [
    ['sample_marks', 'sampled_at'],
    ['sample_hashes', 'started_at'],
  ] as const) {
    const [table, key] = [sql.table(name), sql.raw(`market_id, ${column}`)];
    await sql`delete from ${table} where (${key}) in (select ${key} from ${table} where exists (
      select 1 from markets where markets.id = market_id and markets.state <> 1
    ) limit ${rowsMax})`.execute(db);
  }
}

export async function saveSampleHashes(
  db: Db,
  all: readonly { marketId: string; startedAt: number; hashes: Uint8Array }[],
): Promise<void> {
  const rows = all.map(({ marketId, startedAt, hashes }) => {
    return { market_id: marketId, started_at: BigInt(startedAt), hashes };
  });
  const suffix = 'on conflict (market_id, started_at) do update set hashes = excluded.hashes';
  await bulkInsert(db, 'sample_hashes', rows, suffix);
}

/** Oldest first, one per second: replicas may have sampled at the same time. */
export async function listSampleHashes(db: Db, marketId: string): Promise<SampleHash[]> {
  const packed = await listValues<Uint8Array>(db)`select hashes from sample_hashes
    where market_id = ${marketId} order by started_at`;
  const bySecond = new Map<number, SampleHash>();
  for (const hash of packed.flatMap(unpackSampleHashes)) {
    if (!bySecond.has(hash.at)) bySecond.set(hash.at, hash);
  }
  return [...bySecond.values()].sort((a, b) => a.at - b.at);
}

interface EvidenceHashes {
  readonly marketId: string;
  readonly evidenceHash: string;
}

/** One write per page, so that bets get their turn. */
export async function recordEvidencePages(
  store: Store,
  { marketId: market_id, evidenceHash: evidence_hash }: EvidenceHashes,
  pages: readonly Uint8Array[],
): Promise<void> {
  for (const [page, hashes] of pages.entries()) {
    const row = { market_id, evidence_hash, page: BigInt(page), hashes };
    await store.write((db) => bulkInsert(db, 'evidence_hashes', [row], 'on conflict do nothing'));
  }
}

/** A page of hashes of samples, or of launches: evidence has one or the other. */
export const findEvidencePage = (
  db: Db,
  { marketId, evidenceHash, page }: EvidenceHashes & { readonly page: number },
) =>
  listValues<Uint8Array>(db)`select hashes from evidence_hashes
    where market_id = ${marketId} and evidence_hash = ${evidenceHash}
    and page = ${BigInt(page)}`;

export async function listEvidenceHashes(db: Db, { marketId, evidenceHash }: EvidenceHashes) {
  const pages = await listValues<Uint8Array>(db)`select hashes from evidence_hashes
    where market_id = ${marketId} and evidence_hash = ${evidenceHash} order by page`;
  return pages.flatMap(unpackSampleHashes);
}

// Rounds of fetches from web sources that did not decide: what was fetched and what was wrong. They
// say why a market waits, or why it was refunded. Only the newest of each market are kept.

const KEPT_MAX = 20;

interface FailedRound extends Pick<JournalTables['web_rounds'], 'reason' | 'fetches'> {
  readonly marketId: string;
  readonly at: UnixSeconds;
}

export async function recordFailedRound(db: Db, round: FailedRound): Promise<void> {
  const { marketId, at, reason, fetches } = round;
  const row = { market_id: marketId, fetched_at: BigInt(at), reason, fetches };
  await bulkInsert(db, 'web_rounds', [row], 'on conflict (market_id, fetched_at) do nothing');
  await sql`delete from web_rounds where market_id = ${marketId}
    and fetched_at not in (select fetched_at from web_rounds where market_id = ${marketId}
      order by fetched_at desc limit ${KEPT_MAX})`.execute(db);
}

export async function listFailedRounds(db: Db, marketId: string): Promise<FailedRound[]> {
  const rows = await listRows<JournalTables['web_rounds']>(db)`select * from web_rounds
    where market_id = ${marketId} order by fetched_at desc`;
  return rows.map(({ fetched_at, reason, fetches }) => {
    return { marketId, at: unixSeconds(fetched_at), reason, fetches };
  });
}

type Times = readonly UnixSeconds[];

export async function changeRoundTimes(
  db: Db,
  { marketId, added, removed }: { marketId: string; added: Times; removed: Times },
) {
  for (const at of removed) {
    await sql`delete from sample_marks where market_id = ${marketId}
      and sampled_at = ${BigInt(at)}`.execute(db);
  }
  const rows = added.map((at) => ({ market_id: marketId, sampled_at: BigInt(at) }));
  await bulkInsert(db, 'sample_marks', rows, 'on conflict (market_id, sampled_at) do nothing');
}

export async function listLastRoundTimes(db: Db, marketId: string, limit: number) {
  const times = await listValues<bigint>(db)`select sampled_at from sample_marks
    where market_id = ${marketId} order by sampled_at desc limit ${limit}`;
  return times.map(unixSeconds);
}
