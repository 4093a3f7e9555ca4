import { addSeconds, LIMITS, type UnixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import { bulkInsertNew, bulkInsertReturning } from '../bulk-insert.ts';
import { findRow, findValue } from '../statements.ts';
import type { Db } from '../store.ts';

export interface NewRequest {
  readonly wallet: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly reference: string;
  readonly createdAt: bigint;
}

export const findRequest = (db: Db, wallet: string, idempotencyKey: string) =>
  findRow<{ requestHash: string; reference: string | null }>(db)`
    select request_hash as "requestHash", reference from requests where wallet = ${wallet}
    and idempotency_key = ${idempotencyKey}`;

/** Gives the references of those that were the first with their key. */
export async function claimRequests(db: Db, requests: readonly NewRequest[]) {
  if (requests.length === 0) return new Set();
  const rows = requests.map((request) => ({
    wallet: request.wallet,
    idempotency_key: request.idempotencyKey,
    request_hash: request.requestHash,
    reference: request.reference,
    status: null,
    body: null,
    created_at: request.createdAt,
  }));
  type Claimed = Pick<NewRequest, 'reference'>;
  const claimed = await bulkInsertNew<Claimed>(db, 'requests', rows, 'reference');
  return new Set((claimed === 'all' ? requests : claimed).map(({ reference }) => reference));
}

/** After the first attempt failed. False when a concurrent retry has done so already. */
export async function moveRequest(
  db: Db,
  { wallet, idempotencyKey }: Pick<NewRequest, 'wallet' | 'idempotencyKey'>,
  from: string,
  to: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update requests set reference = ${to}
    where wallet = ${wallet} and idempotency_key = ${idempotencyKey}
    and reference = ${from}`.execute(db);
  return numAffectedRows === 1n;
}

interface UsedNonce {
  readonly wallet: string;
  readonly nonce: string;
  readonly requestHash: string;
  readonly idempotencyKey: string | null;
  readonly signedAt: UnixSeconds;
}

/** A replica with another clock must not delete a nonce that this one still accepts. */
const CLOCK_DIFFERENCE_SECONDS_MAX = 60;

/** The nonce is new, or it is an identical retry, which gets the stored answer. */
export async function useNonce(db: Db, used: UsedNonce): Promise<boolean> {
  const { wallet, nonce, requestHash, idempotencyKey, signedAt } = used;
  const kept = LIMITS.signatureAgeSecondsMax + 1 + CLOCK_DIFFERENCE_SECONDS_MAX;
  const hashes = { request_hash: requestHash, idempotency_key: idempotencyKey };
  const row = { wallet, nonce, ...hashes, expires_at: BigInt(addSeconds(signedAt, kept)) };
  const suffix = 'on conflict (wallet, nonce) do nothing returning nonce';
  const inserted = await bulkInsertReturning(db, 'nonces', [row], suffix);
  if (inserted.length > 0) return true;
  if (idempotencyKey === null) return false;
  const first = await findRow<{ request_hash: string; idempotency_key: string | null }>(db)`
    select request_hash, idempotency_key from nonces where wallet = ${wallet}
    and nonce = ${nonce}`;
  return first?.request_hash === requestHash && first.idempotency_key === idempotencyKey;
}

interface Reservation {
  readonly key: string;
  readonly requests: number;
  readonly msPerRequest: number;
  readonly burst: number;
}

/**
 * Reserves all of the requests or none. Gives null, or the milliseconds until one is allowed.
 *
 * Generic cell rate algorithm: one number per key, the time at which everything reserved so far
 * would have been due at the steady rate. It may be ahead of now by one burst. The clock is the
 * database server's, so that replicas with different clocks agree.
 */
export async function reserveRequests(db: Db, { key, requests, msPerRequest, burst }: Reservation) {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::int8`;
  const cost = sql`${Math.round(requests * msPerRequest)}::int8`;
  const ahead = sql`${Math.round(burst * msPerRequest)}::int8`;
  const taken = await findRow(db)`
    insert into rate_limits as known (key, due_at) values (${key}, ${now} + ${cost})
    on conflict (key) do update set due_at = greatest(known.due_at, ${now}) + ${cost}
      where greatest(known.due_at, ${now}) + ${cost} <= ${now} + ${ahead}
    returning key`;
  if (taken) return null;
  const wait = await findValue<bigint>(db)`
    select due_at + ${Math.round(msPerRequest)}::int8 - ${now} - ${ahead} as wait
    from rate_limits where key = ${key}`;
  return Math.max(1, Number(wait ?? 1n));
}
