// API keys. Only their SHA-256 is stored.
import { type Scope, type UnixSeconds, unixSeconds } from '@tote/domain';
import { sql } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import type { JournalTables } from '../schema.ts';
import { findRow, findValue, listRows, listValues, toColumn, toInstant } from '../statements.ts';
import type { Db } from '../store.ts';

type Row = JournalTables['api_keys'];

export type StoredApiKey = Readonly<ReturnType<typeof toStoredApiKey>>;

export type ApiKeyRecord = Omit<StoredApiKey, 'hash' | 'wallet' | 'madeBy' | 'provisionalUntil'>;

export interface NewApiKey extends Omit<StoredApiKey, 'lastUsedAt' | 'isRevoked'> {
  readonly address: string | null;
}

export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  const row = {
    id: key.id,
    hash: key.hash,
    wallet: key.wallet,
    name: key.name,
    scopes: key.scopes.join(' '),
    created_at: BigInt(key.createdAt),
    expires_at: toColumn(key.expiresAt),
    made_by: key.madeBy,
    provisional_until: toColumn(key.provisionalUntil),
    address: key.address,
  };
  await bulkInsert(db, 'api_keys', [row]);
}

export async function findApiKey(db: Db, id: string): Promise<StoredApiKey | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toStoredApiKey(row);
}

/** In the order of the ids. */
export async function findApiKeys(db: Db, ids: readonly string[]) {
  const rows = await db.selectFrom('api_keys').selectAll().where('id', 'in', ids).execute();
  const found = new Map(rows.map((row) => [row.id, toStoredApiKey(row)]));
  return ids.map((id) => found.get(id));
}

export async function listApiKeys(db: Db, wallet: string): Promise<StoredApiKey[]> {
  const rows = await listRows<Row>(db)`select * from api_keys where wallet = ${wallet}
    order by created_at desc, id`;
  return rows.map(toStoredApiKey);
}

/** Keys that work now, counted up to `most`. Waits for other writes of them. */
export async function countLiveApiKeys(
  db: Db,
  { wallet, now, most }: { wallet: string; now: UnixSeconds; most: number },
): Promise<number> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('wallet', '=', wallet)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', BigInt(now))]))
    .limit(most)
    .forUpdate()
    .execute();
  return rows.length;
}

/** Keys of wallets without an account, made from this address, revoked ones included. */
export async function countProvisionalKeys(db: Db, address: string): Promise<number> {
  const count = await findValue<bigint>(db)`select count(*) as count from api_keys
    where address = ${address} and provisional_until is not null`;
  return Number(count);
}

/** In `made_by`, of a key that came with a new wallet of the sandbox. */
export const SANDBOX = 'sandbox';
/** In `made_by`, of a key that came from a sign-in. */
export const SIGN_IN = 'sign-in';

export async function countSandboxKeys(db: Db, since: number, address: string) {
  const counts = await findRow<{ own: bigint; all: bigint }>(db)`select count(*) as "all",
    count(case when address = ${address} then 1 end) as own from api_keys
    where made_by = ${SANDBOX} and created_at >= ${BigInt(since)}`;
  return { own: Number(counts?.own), all: Number(counts?.all) };
}

export async function revokeApiKey(
  db: Db,
  { id, wallet, at }: { id: string; wallet: string; at: UnixSeconds },
) {
  const ids = await listValues<string>(db)`
    with recursive made(id) as (
      select id from api_keys where id = ${id} and wallet = ${wallet}
      union select api_keys.id from api_keys join made on api_keys.made_by = made.id
    ) select id from made`;
  if (ids.length === 0) return undefined;
  await sql`update api_keys set revoked_at = ${BigInt(at)} where id in (${sql.join(ids)})
    and revoked_at is null`.execute(db);
  const key = await findApiKey(db, id);
  return key && { key, ids };
}

export async function keepApiKey(db: Db, id: string): Promise<void> {
  await db.updateTable('api_keys').set({ provisional_until: null }).where('id', '=', id).execute();
}

export async function recordApiKeyUses(db: Db, ids: ReadonlySet<string>, at: UnixSeconds) {
  await sql`update api_keys set last_used_at = ${BigInt(at)}
    where id in (${sql.join([...ids])})`.execute(db);
}

export function toApiKeyRecord(key: StoredApiKey): ApiKeyRecord {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt, isRevoked } = key;
  return { id, name, scopes, createdAt, expiresAt, lastUsedAt, isRevoked };
}

function toStoredApiKey(row: Row) {
  return {
    id: row.id,
    hash: row.hash,
    wallet: row.wallet,
    name: row.name,
    scopes: row.scopes.split(' ') as readonly Scope[],
    createdAt: unixSeconds(row.created_at),
    expiresAt: toInstant(row.expires_at),
    lastUsedAt: toInstant(row.last_used_at),
    isRevoked: row.revoked_at !== null,
    madeBy: row.made_by,
    provisionalUntil: toInstant(row.provisional_until),
  };
}

const ROWS_PER_BATCH = 1_000;

export async function endProvisionalKeys(db: Db, now: UnixSeconds): Promise<bigint> {
  const rows = await listRows<{ id: string; isKept: bigint }>(db)`
    select id, case when exists (
      select 1 from bettors where bettors.wallet = api_keys.wallet
    ) then 1 else 0 end as "isKept" from api_keys
    where provisional_until < ${BigInt(now)}
    order by provisional_until limit ${ROWS_PER_BATCH}`;
  const idsOf = (isKept: bigint) => rows.filter((row) => row.isKept === isKept).map(({ id }) => id);
  const [kept, ended] = [idsOf(1n), idsOf(0n)];
  for (const id of kept) await keepApiKey(db, id);
  if (ended.length > 0) await db.deleteFrom('api_keys').where('id', 'in', ended).execute();
  return BigInt(rows.length);
}
