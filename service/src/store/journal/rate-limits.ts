// Rate limits that all replicas share. PostgreSQL only.
import { sql } from 'kysely';
import type { Db } from '../store.ts';

interface Reservation {
  readonly key: string;
  readonly requests: number;
  /** The steady rate: one more request is allowed after so long. */
  readonly msPerRequest: number;
  /** How many are allowed at once after a pause. */
  readonly burst: number;
}

/**
 * Reserves all of the requests or none. Gives null, or the milliseconds until one is allowed.
 *
 * Generic cell rate algorithm: one number per key, the time at which everything reserved so far
 * would have been due at the steady rate. It may be ahead of now by one burst. The clock is the
 * database server's, so that replicas with different clocks agree.
 */
export async function reserveRequests(
  db: Db,
  { key, requests, msPerRequest, burst }: Reservation,
): Promise<number | null> {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::int8`;
  const cost = sql`${Math.round(requests * msPerRequest)}::int8`;
  const ahead = sql`${Math.round(burst * msPerRequest)}::int8`;
  const taken = await sql`
    insert into rate_limits as known (key, due_at) values (${key}, ${now} + ${cost})
    on conflict (key) do update set due_at = greatest(known.due_at, ${now}) + ${cost}
      where greatest(known.due_at, ${now}) + ${cost} <= ${now} + ${ahead}
    returning key`.execute(db);
  if (taken.rows.length > 0) return null;
  const { rows } = await sql<{ wait: bigint }>`
    select due_at + ${Math.round(msPerRequest)}::int8 - ${now} - ${ahead} as wait
    from rate_limits where key = ${key}`.execute(db);
  return Math.max(1, Number(rows[0]?.wait ?? 1n));
}
