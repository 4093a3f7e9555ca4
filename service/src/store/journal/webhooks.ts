// Webhooks: where the feed is posted to, and how far. Their secrets are not stored.
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import { findRow, isPostgres, listRows, toColumn, toInstant } from '../statements.ts';
import type { Db } from '../store.ts';

export interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly attempt: number;
  readonly atMs: number;
  readonly tookMs: number;
  readonly status: number | null;
  readonly failure: string | null;
}

type Row = JournalTables['webhooks'];

export type Webhook = Readonly<ReturnType<typeof toWebhook>>;

type Progress = 'lastEventId' | 'isAnswered' | 'failures' | 'failingSinceMs' | 'nextTryMs';
export type WebhookProgress = Pick<Webhook, Progress | 'deliveries'>;

type Made = 'id' | 'wallet' | 'url' | 'secretHash' | 'createdAt' | 'lastEventId';
type NewWebhook = Pick<Webhook, Made | 'types' | 'markets' | 'isOwnWallet'> & Pick<Row, 'address'>;

export async function insertWebhook(db: Db, webhook: NewWebhook): Promise<void> {
  const { id, wallet, url, types, markets, isOwnWallet, address } = webhook;
  const row = {
    ...{ id, wallet, url, is_own_wallet: isOwnWallet ? 1n : 0n, address, answered: 0n },
    types: types && JSON.stringify(types),
    markets: markets && JSON.stringify(markets),
    ...{ generation: 1n, secret_hash: webhook.secretHash },
    ...{ created_at: BigInt(webhook.createdAt), last_event_id: webhook.lastEventId },
    ...{ failures: 0n, deliveries: '[]' },
  };
  await bulkInsert(db, 'webhooks', [row]);
}

export async function findWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toWebhook(row);
}

export async function listWebhooks(db: Db, wallet: string): Promise<Webhook[]> {
  const rows = await listRows<Row>(db)`select * from webhooks where wallet = ${wallet}
    order by created_at desc, id`;
  return rows.map(toWebhook);
}

export async function listActiveWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await listRows<Row>(db)`select * from webhooks where ended_at is null order by id`;
  return rows.map(toWebhook);
}

export async function deleteWebhook(db: Db, { id, wallet }: Pick<Webhook, 'id' | 'wallet'>) {
  const row = await findRow<Row>(db)`delete from webhooks
    where id = ${id} and wallet = ${wallet} returning *`;
  return row && toWebhook(row);
}

export async function rotateSecret(
  db: Db,
  change: Pick<Webhook, 'id' | 'generation' | 'secretHash' | 'previousUntil'>,
): Promise<void> {
  await sql`update webhooks set generation = ${BigInt(change.generation)},
    secret_hash = ${change.secretHash}, previous_until = ${toColumn(change.previousUntil)}
    where id = ${change.id}`.execute(db);
}

/** Never moves back: a replica that was the leader must not undo what the present one did. */
export async function saveProgress(
  db: Db,
  { id, ...progress }: WebhookProgress & Pick<Webhook, 'id' | 'endedAt' | 'endReason'>,
): Promise<void> {
  await sql`update webhooks set last_event_id = ${progress.lastEventId},
    answered = ${progress.isAnswered ? 1n : 0n}, failures = ${BigInt(progress.failures)},
    failing_since_ms = ${toColumn(progress.failingSinceMs)},
    next_try_ms = ${toColumn(progress.nextTryMs)}, ended_at = ${toColumn(progress.endedAt)},
    end_reason = ${progress.endReason}, deliveries = ${JSON.stringify(progress.deliveries)}
    where id = ${id} and last_event_id <= ${progress.lastEventId}
    and ended_at is null`.execute(db);
}

const toNames = (text: string | null) =>
  text === null ? null : (JSON.parse(text) as readonly string[]);
const toNumber = (value: bigint | null) => (value === null ? null : Number(value));
function toWebhook(row: Row) {
  return {
    ...{ id: row.id, wallet: row.wallet, url: row.url },
    types: toNames(row.types),
    markets: toNames(row.markets),
    isOwnWallet: row.is_own_wallet === 1n,
    generation: Number(row.generation),
    /** Finds out that the secret cannot be derived any more. */
    secretHash: row.secret_hash,
    previousUntil: toInstant(row.previous_until),
    createdAt: unixSeconds(row.created_at),
    endedAt: toInstant(row.ended_at),
    endReason: row.end_reason,
    lastEventId: row.last_event_id,
    isAnswered: row.answered === 1n,
    failures: Number(row.failures),
    failingSinceMs: toNumber(row.failing_since_ms),
    nextTryMs: toNumber(row.next_try_ms),
    deliveries: JSON.parse(row.deliveries) as readonly Delivery[],
  };
}

const LOCK = 0x7768_6b73;
const REASON = 'another one needed its place, and its receiver had not answered';

export async function countWebhooks(
  db: Db,
  { wallet, address }: { readonly wallet: string; readonly address: string | null },
) {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
  const counts = await findRow<Record<'wallet' | 'address' | 'active', bigint>>(db)`select
    (select count(*) from webhooks where wallet = ${wallet}) as wallet,
    (select count(*) from webhooks where ended_at is null and address = ${address}) as address,
    (select count(*) from webhooks where ended_at is null) as active`;
  const [ofWallet, ofAddress] = [Number(counts?.wallet), Number(counts?.address)];
  return { ofWallet, ofAddress, active: Number(counts?.active) };
}

/** Ends one that never answered or fails, of the address that has most. False if all work. */
export async function evictWebhook(db: Db, now: UnixSeconds): Promise<boolean> {
  const evicted = await findRow(db)`
    with held as (
      select address, count(*) as places from webhooks where ended_at is null group by address
    )
    update webhooks set ended_at = ${BigInt(now)}, end_reason = ${REASON} where id = (
      select id from webhooks left join held on held.address = webhooks.address
      where ended_at is null and (answered = 0 or failures > 0)
      order by answered, coalesce(places, 0) desc, failures desc, created_at, id limit 1
    ) returning id`;
  return evicted !== undefined;
}
