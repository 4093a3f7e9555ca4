// Rounds of fetches from web sources that did not decide: what was fetched and what was wrong. They
// say why a market waits, or why it was refunded. Only the newest of each market are kept.
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../store.ts';

const KEPT_MAX = 20;

interface FailedRound {
  readonly marketId: string;
  readonly at: UnixSeconds;
  readonly reason: string;
  /** In the format of the evidence, with bodies cut. */
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

/** Newest first. */
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

/** Of rounds that agreed that it was not met, in the table `sample_marks`. */
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
