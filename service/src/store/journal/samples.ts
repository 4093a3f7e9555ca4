// Samples for measured markets. Bytes are kept only while they may decide a market; of others
// `sample-hashes.ts` keeps the hashes.
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../store.ts';

const ROWS_PER_STATEMENT = 200;

interface StoredSample {
  readonly source: string;
  readonly slot: bigint;
  readonly observedAt: UnixSeconds;
  /** In the format of the evidence. */
  readonly text: string;
}

/** Both ends are included. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Of two samples of a slot the first one is kept, for instance that of another replica. */
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

/** Deletes the sample times of markets that have ended. */
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
