// What is removed from the journal, when, and why not before. Everything else in it is kept.
// Samples are removed by the sampler, which knows what open markets need.
import { addSeconds, type UnixSeconds, unixSecondsAt } from '@tote/domain';
import { sql } from 'kysely';
import { endProvisionalKeys } from './journal/api-keys.ts';
import { pruneFeed } from './journal/feed.ts';
import { dayOf, deleteReturnedRents } from './journal/payments.ts';
import type { JournalTables } from './schema.ts';
import { isPostgres } from './statements.ts';
import type { Db } from './store.ts';

/** In seconds. */
export interface Retention {
  /** Idempotency-Keys, and what answers a request with such a key. */
  readonly requests: number;
  /** What failed or never landed: only the journal knows it. */
  readonly refused: number;
  /** Events that readers can resume from. */
  readonly events: number;
}

const ROWS_PER_STEP = 1_000;
const MINUTE = 60;
const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR;

/** Removes at most a thousand rows and returns their number. Call it again until it is 0. */
type RemovalStep = (db: Db, nowMs: number) => Promise<bigint>;

/** Small steps, because a long delete would block bets. Times are compared with the wall time. */
export function listRemovals({ requests, refused, events }: Retention): readonly RemovalStep[] {
  return [
    // Kept for as long as the signature with the nonce is accepted.
    remove('nonces', 'wallet, nonce', 'expires_at', (now) => now),
    remove('requests', 'wallet, idempotency_key', 'created_at', ago(requests)),
    // A signed message that is sent again gets the first answer.
    remove('prepared', 'message_hash', 'created_at', ago(requests)),
    // The projection has what landed. Idempotency-Keys refer to some; the chain's clock may differ.
    remove('submissions', 'signature', 'decided_at', ago(requests + HOUR), IS_LANDED),
    remove('submissions', 'signature', 'decided_at', ago(refused), `not ${IS_LANDED}`),
    remove('submitted_bets', 'bet_id', 'decided_at', ago(refused)),
    // Only the present day counts. A minute later: the clocks of replicas differ.
    remove('paid_fees', 'wallet, day', 'day', (now) => dayOf(ago(MINUTE)(now))),
    // Long enough to read why it ended.
    remove('webhooks', 'id', 'ended_at', ago(WEEK), 'ended_at is not null'),
    removeRateLimits,
    (db, nowMs) => endProvisionalKeys(db, unixSecondsAt(nowMs)),
    (db, nowMs) => deleteReturnedRents(db, unixSecondsAt(nowMs)),
    (db, nowMs) => pruneFeed(db, nowMs - events * 1_000, ROWS_PER_STEP),
  ];
}

const ago = (seconds: number) => (now: UnixSeconds) => addSeconds(now, -seconds);

/** Replaced ones, in whole or in part, lead to those that have their bets. */
const IS_LANDED = "(state = 'landed' and replaced_by is null)";

function remove(
  table: keyof JournalTables,
  key: string,
  time: string,
  toTime: (now: UnixSeconds) => number,
  where?: string,
): RemovalStep {
  return (db, nowMs) => removeOld(db, table, key, time, toTime(unixSecondsAt(nowMs)), where);
}

async function removeOld(
  db: Db,
  table: keyof JournalTables,
  key: string,
  time: string,
  at: number,
  where = '1 = 1',
): Promise<bigint> {
  const [keys, column] = [sql.raw(key), sql.raw(time)];
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
    where (${keys}) in (select ${keys} from ${sql.table(table)}
      where ${column} < ${BigInt(at)} and ${sql.raw(where)}
      order by ${column} limit ${ROWS_PER_STEP})`.execute(db);
  return numAffectedRows;
}

/** A limit that was due a minute ago allows as much as one without a row. */
const removeRateLimits: RemovalStep = async (db, nowMs) =>
  isPostgres(db) ? removeOld(db, 'rate_limits', 'key', 'due_at', nowMs - MINUTE * 1_000) : 0n;
