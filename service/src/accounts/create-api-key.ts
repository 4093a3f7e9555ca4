// Creates an API key that acts for a wallet. The key is shown once; only its hash is stored.
import { createHmac } from 'node:crypto';
import {
  addSeconds,
  DomainError,
  formatInstant,
  LIMITS,
  SCOPES,
  type Scope,
  type UnixSeconds,
  unixSecondsAt,
} from '@tote/domain';
import {
  type ApiKeyId,
  createApiKeyId,
  createApiKeySecret,
  formatApiKey,
  hashApiKey,
} from '../auth/api-key-text.ts';
import { type Caller, requireScope } from '../auth/caller.ts';
import {
  type ApiKeyRecord,
  countLiveApiKeys,
  countProvisionalKeys,
  findApiKey,
  insertApiKey,
  type NewApiKey,
  toApiKeyRecord,
} from '../store/journal/api-keys.ts';
import { hasBettor } from '../store/projection/bettors.ts';
import type { Db, Store } from '../store/store.ts';
import { claimKey } from '../submissions/idempotency.ts';
import type { Idempotency } from '../submissions/idempotency-key.ts';

interface CreateApiKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: UnixSeconds | null;
  /** As for a webhook. */
  readonly address?: string | null;
}

const NAME_CHARACTERS_MAX = 100;
/** How long a key of a wallet without an account on chain works. */
const PROVISIONAL_SECONDS = 7 * 24 * 60 * 60;

export interface CreateApiKeyContext {
  readonly store: Store;
  readonly wallMs: () => number;
  /** 32 random bytes. With them a retry derives the same key, so that it need not be stored. */
  readonly apiKeySecret: Uint8Array;
  /** Wallets of the operator. They need no account. */
  readonly ownWallets?: ReadonlySet<string>;
  /** For wallets without an account. Default: that of `LIMITS`. */
  readonly keysPerAddressMax?: number;
}

export async function createApiKey(
  context: CreateApiKeyContext,
  caller: Caller,
  input: CreateApiKeyInput,
  idempotency?: Idempotency,
): Promise<{ key: string; record: ApiKeyRecord }> {
  const { store, apiKeySecret, wallMs } = context;
  const now = unixSecondsAt(wallMs());
  checkInput(caller, input, now);
  const newId = createApiKeyId();
  const newSecret = createApiKeySecret();
  return store.write(async (db) => {
    await checkParent(db, caller, input);
    const { wallet } = caller;
    const id = idempotency
      ? await claimKey(db, { wallet, request: idempotency, reference: newId, wallMs: wallMs() })
      : newId;
    const secret = idempotency
      ? deriveSecret(apiKeySecret, [wallet, idempotency.key, id])
      : newSecret;
    const key = formatApiKey(id as ApiKeyId, secret);
    if (id === newId) {
      await checkCount(db, wallet, now);
      const { address = null } = input;
      const isKnown = context.ownWallets?.has(wallet) || (await hasBettor(db, wallet));
      if (!isKnown && address !== null) await checkAddress(context, db, address);
      const provisionalUntil = isKnown ? null : addSeconds(now, PROVISIONAL_SECONDS);
      await insertApiKey(db, {
        ...{ id, hash: hashApiKey(key).toString('hex'), wallet, ...input, createdAt: now },
        ...{ madeBy: caller.apiKeyId ?? null, provisionalUntil, address },
      } satisfies NewApiKey);
    }
    const stored = await findApiKey(db, id);
    if (!stored) throw new DomainError('idempotency_key_reused');
    return { key, record: toApiKeyRecord(stored) };
  });
}

function checkInput(caller: Caller, { name, scopes, expiresAt }: CreateApiKeyInput, now: number) {
  const characters = [...name].length;
  if (characters < 1 || characters > NAME_CHARACTERS_MAX) {
    throw invalid('name', `1 to ${NAME_CHARACTERS_MAX} characters`);
  }
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u.test(name)) {
    throw new DomainError('characters_not_allowed', { field: 'name' });
  }
  const isKnown = scopes.every((scope) => SCOPES.includes(scope));
  if (scopes.length === 0 || !isKnown || new Set(scopes).size !== scopes.length) {
    throw invalid('scopes', `some of ${SCOPES.join(', ')}, each once`);
  }
  if (expiresAt !== null && expiresAt <= now) throw invalid('expiresAt', 'in the future');
  // A caller can only grant scopes that it has.
  for (const scope of scopes) requireScope(caller, scope);
}

/** A key that was made with a key expires no later. Read here, so that a revoked key makes none. */
async function checkParent(db: Db, caller: Caller, input: CreateApiKeyInput): Promise<void> {
  if (caller.apiKeyId === undefined) return;
  const parent = await findApiKey(db, caller.apiKeyId);
  if (!parent || parent.isRevoked) throw new DomainError('credential_invalid');
  if (parent.expiresAt === null) return;
  if (input.expiresAt === null || input.expiresAt > parent.expiresAt) {
    const latest = formatInstant(parent.expiresAt);
    throw invalid('expiresAt', `not later than ${latest}, when the key that asks expires`);
  }
}

async function checkCount(db: Db, wallet: string, now: UnixSeconds): Promise<void> {
  const { apiKeysPerWalletMax: most } = LIMITS;
  const live = await countLiveApiKeys(db, { wallet, now, most });
  if (live >= most) throw new DomainError('api_keys_too_many', { max: most });
}

/** New wallets cost nothing, so they share what their address has. */
async function checkAddress(
  { keysPerAddressMax: max = LIMITS.apiKeysPerAddressMax }: CreateApiKeyContext,
  db: Db,
  address: string,
): Promise<void> {
  const made = await countProvisionalKeys(db, address);
  if (made >= max) throw new DomainError('api_keys_too_many', { max });
}

function deriveSecret(apiKeySecret: Uint8Array, parts: readonly string[]): Uint8Array {
  // JSON separates the parts: two different lists never give the same bytes.
  return createHmac('sha256', apiKeySecret).update(JSON.stringify(parts)).digest();
}

function invalid(field: string, expected: string): DomainError {
  return new DomainError('field_invalid', { field, expected });
}
