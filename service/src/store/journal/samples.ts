// What was sampled for markets that are measured. Bytes are kept only while a market may be decided
// by them; that nothing happened is remembered by the moments of a few samples.
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../store.ts';

const ROWS_PER_STATEMENT = 200;

interface JournaledSample {
  readonly source: string;
  readonly slot: bigint;
  readonly observedAt: UnixSeconds;
  /** As in the evidence. */
  readonly text: string;
}

/** From and to are inside. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** What another replica has recorded of a slot stands. */
export async function insertSamples(db: Db, samples: readonly JournaledSample[]): Promise<void> {
  for (const lot of inLots(samples)) {
    await db
      .insertInto('samples')
      .values(
        lot.map(({ source, slot, observedAt, text }) => {
          return { source, slot, observed_at: BigInt(observedAt), sample: text };
        }),
      )
      .onConflict((conflict) => conflict.columns(['source', 'slot']).doNothing())
      .execute();
  }
}

/** In the order of time. */
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

/** Forgets the samples of a source that lie in none of the spans. */
export async function pruneSamples(
  db: Db,
  source: string,
  kept: readonly TimeSpan[],
): Promise<void> {
  const isKept = kept.map(
    ({ from, to }) =>
      sql<SqlBool>`(observed_at >= ${BigInt(from)} and observed_at <= ${BigInt(to)})`,
  );
  let query = db.deleteFrom('samples').where('source', '=', source);
  if (isKept.length > 0) query = query.where(sql<SqlBool>`not (${sql.join(isKept, sql` or `)})`);
  await query.execute();
}

interface MarkChange {
  readonly marketId: string;
  readonly added: readonly UnixSeconds[];
  readonly removed: readonly UnixSeconds[];
}

export async function changeMarks(db: Db, changes: readonly MarkChange[]): Promise<void> {
  const removed = changes.flatMap(({ marketId, removed }) =>
    removed.map((at) => ({ market_id: marketId, sampled_at: BigInt(at) })),
  );
  for (const lot of inLots(removed)) {
    await db
      .deleteFrom('sample_marks')
      .where((where) => where.or(lot.map((mark) => where.and(mark))))
      .execute();
  }
  const added = changes.flatMap(({ marketId, added }) =>
    added.map((at) => ({ market_id: marketId, sampled_at: BigInt(at) })),
  );
  for (const lot of inLots(added)) {
    await db
      .insertInto('sample_marks')
      .values(lot)
      .onConflict((conflict) => conflict.columns(['market_id', 'sampled_at']).doNothing())
      .execute();
  }
}

/** In the order of time. */
export async function listMarks(db: Db, marketId: string): Promise<UnixSeconds[]> {
  const rows = await db
    .selectFrom('sample_marks')
    .select('sampled_at')
    .where('market_id', '=', marketId)
    .orderBy('sampled_at')
    .execute();
  return rows.map((row) => unixSeconds(row.sampled_at));
}

/** The newest first. */
export async function listLastMarks(
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

/** Forgets the marks of markets that have ended. */
export async function deleteUnusedMarks(db: Db, rowsMax: number): Promise<bigint> {
  const unused = sql<SqlBool>`(market_id, sampled_at) in (
    select market_id, sampled_at from sample_marks where exists (
      select 1 from markets where markets.id = sample_marks.market_id and markets.state <> 1
    ) limit ${rowsMax})`;
  const { numDeletedRows } = await db.deleteFrom('sample_marks').where(unused).executeTakeFirst();
  return numDeletedRows;
}

function inLots<T>(rows: readonly T[]): T[][] {
  const lots: T[][] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    lots.push(rows.slice(at, at + ROWS_PER_STATEMENT));
  }
  return lots;
}
