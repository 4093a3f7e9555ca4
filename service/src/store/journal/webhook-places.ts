// How many webhooks there are, and which of them gives its place to another.
import type { UnixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';

const LOCK = 0x7768_6b73;
const REASON = 'another one needed its place, and its receiver had not answered';

interface WebhookCounts {
  /** Ended ones included. */
  readonly ofWallet: number;
  readonly ofAddress: number;
  /** All that are delivered to. */
  readonly active: number;
}

/** Replicas wait for each other until the SQL transaction ends. */
export async function countWebhooks(
  db: Db,
  { wallet, address }: { readonly wallet: string; readonly address: string | null },
): Promise<WebhookCounts> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
  const { rows } = await sql<{ of_wallet: bigint; of_address: bigint; active: bigint }>`select
    (select count(*) from webhooks where wallet = ${wallet}) as of_wallet,
    (select count(*) from webhooks where ended_at is null and address = ${address}) as of_address,
    (select count(*) from webhooks where ended_at is null) as active`.execute(db);
  const [counts] = rows;
  return {
    ofWallet: Number(counts?.of_wallet),
    ofAddress: Number(counts?.of_address),
    active: Number(counts?.active),
  };
}

/**
 * Ends one that never answered, or else one that fails, of the address that has most. False if all
 * of them work.
 */
export async function evictWebhook(db: Db, now: UnixSeconds): Promise<boolean> {
  const { rows } = await sql`
    with held as (
      select address, count(*) as places from webhooks where ended_at is null group by address
    )
    update webhooks set ended_at = ${BigInt(now)}, end_reason = ${REASON} where id = (
      select id from webhooks left join held on held.address = webhooks.address
      where ended_at is null and (answered = 0 or failures > 0)
      order by answered, coalesce(places, 0) desc, failures desc, created_at, id limit 1
    ) returning id`.execute(db);
  return rows.length > 0;
}
