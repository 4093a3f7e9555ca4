// What is removed from the journal, when, and why not before. Everything else in it is kept.
// Samples are removed by the sampler, which knows what open markets need.
import { addSeconds, type UnixSeconds, unixSecondsAt } from '@tote/domain';
import { type SqlBool, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import { endProvisionalKeys } from './journal/api-keys.ts';
import { pruneFeed } from './journal/feed.ts';
import { dayOf, deleteReturnedRents } from './journal/payments.ts';
import type { JournalTables } from './schema.ts';
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

/**
 * Small steps, because a long delete would block bets. All times are compared with the wall time.
 * Some are the chain's, which the sandbox moves ahead: such rows are kept for longer.
 */
export function listRemovals({ requests, refused, events }: Retention): readonly RemovalStep[] {
  return [
    // Kept for as long as the signature with the nonce is accepted.
    bySeconds((now) => ({
      table: 'nonces',
      key: ['wallet', 'nonce'],
      time: 'expires_at',
      at: now,
    })),
    bySeconds((now) => ({
      ...{ table: 'requests', key: ['wallet', 'idempotency_key'], time: 'created_at' },
      at: addSeconds(now, -requests),
    })),
    // A signed message that is sent again gets the first answer.
    bySeconds((now) => ({
      ...{ table: 'prepared', key: ['message_hash'], time: 'created_at' },
      at: addSeconds(now, -requests),
    })),
    // The projection has what landed. Idempotency-Keys refer to some; the chain's clock may differ.
    bySeconds((now) => ({
      ...{ table: 'submissions', key: ['signature'], time: 'decided_at' },
      at: addSeconds(now, -requests - HOUR),
      where: IS_LANDED,
    })),
    bySeconds((now) => ({
      ...{ table: 'submissions', key: ['signature'], time: 'decided_at' },
      at: addSeconds(now, -refused),
      where: sql<SqlBool>`not ${IS_LANDED}`,
    })),
    bySeconds((now) => ({
      ...{ table: 'submitted_bets', key: ['bet_id'], time: 'decided_at' },
      at: addSeconds(now, -refused),
    })),
    // Only the present day counts. A minute later: the clocks of replicas differ.
    bySeconds((now) => ({
      ...{ table: 'paid_fees', key: ['wallet', 'day'], time: 'day' },
      at: dayOf(addSeconds(now, -MINUTE)),
    })),
    // Long enough to read why it ended.
    bySeconds((now) => ({
      ...{ table: 'webhooks', key: ['id'], time: 'ended_at' },
      at: addSeconds(now, -WEEK),
      where: sql<SqlBool>`ended_at is not null`,
    })),
    removeRateLimits,
    (db, nowMs) => endProvisionalKeys(db, unixSecondsAt(nowMs)),
    (db, nowMs) => deleteReturnedRents(db, unixSecondsAt(nowMs)),
    (db, nowMs) => pruneFeed(db, nowMs - events * 1_000, ROWS_PER_STEP),
  ];
}

/** Replaced ones, in whole or in part, lead to those that have their bets. */
const IS_LANDED = sql<SqlBool>`(state = 'landed' and replaced_by is null)`;

interface OldRows {
  readonly table: keyof JournalTables;
  readonly key: readonly string[];
  readonly time: string;
  readonly at: number;
  readonly where?: ReturnType<typeof sql<SqlBool>>;
}

function bySeconds(find: (now: UnixSeconds) => OldRows): RemovalStep {
  return (db, nowMs) => removeOld(db, find(unixSecondsAt(nowMs)));
}

async function removeOld(db: Db, { table, key, time, at, where }: OldRows): Promise<bigint> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const condition = where ? sql`and ${where}` : sql``;
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
    where (${columns}) in (select ${columns} from ${sql.table(table)}
      where ${sql.ref(time)} < ${BigInt(at)} ${condition}
      order by ${sql.ref(time)} limit ${ROWS_PER_STEP})`.execute(db);
  return numAffectedRows;
}

/** A limit that was due a minute ago allows as much as one without a row. */
const removeRateLimits: RemovalStep = async (db, nowMs) => {
  if (!isPostgres(db)) return 0n;
  const at = nowMs - MINUTE * 1_000;
  return removeOld(db, { table: 'rate_limits', key: ['key'], time: 'due_at', at });
};
