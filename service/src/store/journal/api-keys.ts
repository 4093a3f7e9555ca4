// API keys. Only their SHA-256 is stored.

import { type Scope, type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Selectable } from 'kysely';
import type { JournalTables } from '../schema.ts';
import type { Db } from '../store.ts';

/** The public part of a key. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: UnixSeconds;
  readonly expiresAt: UnixSeconds | null;
  readonly lastUsedAt: UnixSeconds | null;
  readonly isRevoked: boolean;
}

export interface StoredApiKey extends ApiKeyRecord {
  /** SHA-256 of the whole key, hex. */
  readonly hash: string;
  readonly wallet: string;
}

type NewApiKey = Pick<
  StoredApiKey,
  'id' | 'hash' | 'wallet' | 'name' | 'scopes' | 'createdAt' | 'expiresAt'
>;

export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      hash: key.hash,
      wallet: key.wallet,
      name: key.name,
      scopes: key.scopes.join(' '),
      created_at: BigInt(key.createdAt),
      expires_at: key.expiresAt === null ? null : BigInt(key.expiresAt),
      revoked_at: null,
      last_used_at: null,
    })
    .execute();
}

export async function findApiKey(db: Db, id: string): Promise<StoredApiKey | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toStoredApiKey(row);
}

/** Newest first, revoked ones included. */
export async function listApiKeys(db: Db, wallet: string): Promise<StoredApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('wallet', '=', wallet)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toStoredApiKey);
}

/** Gives the revoked key; undefined when the wallet has no such key. */
export async function revokeApiKey(
  db: Db,
  { id, wallet, at }: { id: string; wallet: string; at: UnixSeconds },
): Promise<StoredApiKey | undefined> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: BigInt(at) })
    .where('id', '=', id)
    .where('wallet', '=', wallet)
    .where('revoked_at', 'is', null)
    .execute();
  const key = await findApiKey(db, id);
  return key?.wallet === wallet ? key : undefined;
}

export async function recordApiKeyUse(db: Db, id: string, at: UnixSeconds): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: BigInt(at) })
    .where('id', '=', id)
    .execute();
}

/** Leaves out the hash and the wallet. */
export function toApiKeyRecord(key: StoredApiKey): ApiKeyRecord {
  const { hash: _hash, wallet: _wallet, ...record } = key;
  return record;
}

function toStoredApiKey(row: Selectable<JournalTables['api_keys']>): StoredApiKey {
  return {
    id: row.id,
    hash: row.hash,
    wallet: row.wallet,
    name: row.name,
    scopes: row.scopes.split(' ') as Scope[],
    createdAt: unixSeconds(row.created_at),
    expiresAt: toInstant(row.expires_at),
    lastUsedAt: toInstant(row.last_used_at),
    isRevoked: row.revoked_at !== null,
  };
}

function toInstant(seconds: bigint | null): UnixSeconds | null {
  return seconds === null ? null : unixSeconds(seconds);
}
