// Requests with an Idempotency-Key. The row is written together with what the request creates.

import { bulkInsertNew } from '../bulk-insert.ts';
import type { Db } from '../store.ts';

interface StoredRequest {
  readonly requestHash: string;
  /** The id or signature of what it created. */
  readonly reference: string | null;
}

export interface NewRequest {
  readonly wallet: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly reference: string;
  /** Unix seconds, wall time. */
  readonly createdAt: bigint;
}

const COLUMNS = [
  'wallet',
  'idempotency_key',
  'request_hash',
  'reference',
  'status',
  'body',
  'created_at',
] as const;

export async function findRequest(
  db: Db,
  wallet: string,
  idempotencyKey: string,
): Promise<StoredRequest | undefined> {
  const row = await db
    .selectFrom('requests')
    .select(['request_hash', 'reference'])
    .where('wallet', '=', wallet)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return row && { requestHash: row.request_hash, reference: row.reference };
}

/** Gives the references of those that were the first with their key. */
export async function claimRequests(
  db: Db,
  requests: readonly NewRequest[],
): Promise<ReadonlySet<string>> {
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
  const claimed = await bulkInsertNew<'requests', { reference: string }>(db, {
    table: 'requests',
    columns: COLUMNS,
    rows,
    suffix: 'on conflict do nothing',
    returning: 'reference',
  });
  return new Set((claimed === 'all' ? requests : claimed).map(({ reference }) => reference));
}

/**
 * Points the key to another attempt of the same request, after the first one failed for a reason
 * that is not the client's. False when a concurrent retry has done so already.
 */
export async function moveRequest(
  db: Db,
  { wallet, idempotencyKey }: Pick<NewRequest, 'wallet' | 'idempotencyKey'>,
  from: string,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('requests')
    .set({ reference: to })
    .where('wallet', '=', wallet)
    .where('idempotency_key', '=', idempotencyKey)
    .where('reference', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
