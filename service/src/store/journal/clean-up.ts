// Deletes expired rows in small batches: a long delete would block bets.
import { addSeconds, type UnixSeconds } from '@tote/domain';
import { type SqlBool, sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { dayOf } from './paid-fees.ts';

const ROWS_PER_BATCH = 1_000;
/** How long Idempotency-Keys and prepared messages are kept. */
const KEPT_SECONDS = 24 * 60 * 60;
const MINUTE_SECONDS = 60;

/** One batch of each table. Returns the number of deleted rows: call again until it is 0. */
export async function cleanUp(db: Db, now: UnixSeconds): Promise<bigint> {
  const dayAgo = BigInt(addSeconds(now, -KEPT_SECONDS));
  const nonces = await db
    .deleteFrom('nonces')
    .where(isInLot('nonces', ['wallet', 'nonce'], 'expires_at', BigInt(now)))
    .executeTakeFirst();
  const requests = await db
    .deleteFrom('requests')
    .where(isInLot('requests', ['wallet', 'idempotency_key'], 'created_at', dayAgo))
    .executeTakeFirst();
  const prepared = await db
    .deleteFrom('prepared')
    .where(isInLot('prepared', ['message_hash'], 'created_at', dayAgo))
    .executeTakeFirst();
  // A minute later: the clocks of replicas differ.
  const today = BigInt(dayOf(addSeconds(now, -MINUTE_SECONDS)));
  const fees = await db
    .deleteFrom('paid_fees')
    .where(isInLot('paid_fees', ['wallet', 'day'], 'day', today))
    .executeTakeFirst();
  const deleted = [nonces, requests, prepared, fees];
  const rows = deleted.reduce((sum, { numDeletedRows }) => sum + numDeletedRows, 0n);
  if (!isPostgres(db)) return rows;
  // A limit that was due a minute ago allows as much as one without a row.
  const minuteAgo = BigInt(addSeconds(now, -MINUTE_SECONDS)) * 1000n;
  const limits = await db
    .deleteFrom('rate_limits')
    .where(isInLot('rate_limits', ['key'], 'due_at', minuteAgo))
    .executeTakeFirst();
  return rows + limits.numDeletedRows;
}

function isInLot(table: string, key: readonly string[], time: string, before: bigint) {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  return sql<SqlBool>`(${columns}) in (select ${columns} from ${sql.table(table)}
    where ${sql.ref(time)} < ${before} order by ${sql.ref(time)} limit ${ROWS_PER_BATCH})`;
}
