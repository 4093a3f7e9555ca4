// API keys, which act for a wallet. Only their hashes are stored.
import { createHmac } from 'node:crypto';
import type { Address } from '@solana/kit';
import {
  addSeconds,
  DomainError,
  fieldInvalid,
  formatInstant,
  LIMITS,
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
import { type Caller, requireScope, type ScopesOf } from '../auth/caller.ts';
import type { SignIn } from '../auth/sign-in.ts';
import {
  type ApiKeyRecord,
  countLiveApiKeys,
  countProvisionalKeys,
  findApiKey,
  insertApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey as revokeStoredKey,
  SIGN_IN,
  toApiKeyRecord,
} from '../store/journal/api-keys.ts';
import { useNonce } from '../store/journal/requests.ts';
import { hasBettor } from '../store/projection/bettors.ts';
import type { Db, Store } from '../store/store.ts';
import { claimKey, type Idempotency } from '../submissions/idempotency.ts';

interface CreateApiKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: UnixSeconds | null;
  readonly address?: string | null;
  readonly madeBy?: string;
}

/** How long a key of a wallet without an account on chain works. */
const PROVISIONAL_SECONDS = 7 * 24 * 60 * 60;

interface CreateApiKeyContext {
  readonly store: Store;
  readonly wallMs: () => number;
  /** 32 random bytes. With them a retry derives the same key, so that it need not be stored. */
  readonly apiKeySecret: Uint8Array;
  readonly ownWallets?: ReadonlySet<string>;
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
  const { scopes, expiresAt } = input;
  if (expiresAt !== null && expiresAt <= now) throw fieldInvalid('expiresAt', 'in the future');
  // A caller can only grant scopes that it has. The route has checked the name.
  for (const scope of scopes) requireScope(caller, scope);
  const newId = createApiKeyId();
  const newSecret = createApiKeySecret();
  return store.write(async (db) => {
    await checkParent(db, caller, input);
    const { wallet } = caller;
    const claim = { wallet, request: idempotency, reference: newId, wallMs: wallMs() };
    const id = await claimKey(db, claim);
    // JSON separates the parts: two different lists never give the same bytes.
    const derive = (name: string) =>
      createHmac('sha256', apiKeySecret)
        .update(JSON.stringify([wallet, name, id]))
        .digest();
    const secret = idempotency ? derive(idempotency.key) : newSecret;
    const key = formatApiKey(id as ApiKeyId, secret);
    if (id === newId) {
      const { apiKeysPerWalletMax: max } = LIMITS;
      const live = await countLiveApiKeys(db, { wallet, now, most: max });
      if (live >= max) throw new DomainError('api_keys_too_many', { max });
      const { address = null } = input;
      const isKnown = context.ownWallets?.has(wallet) || (await hasBettor(db, wallet));
      if (!isKnown && address !== null) await checkAddress(context, db, address);
      const provisionalUntil = isKnown ? null : addSeconds(now, PROVISIONAL_SECONDS);
      await insertApiKey(db, {
        ...{ id, hash: hashApiKey(key).toString('hex'), wallet, ...input, createdAt: now },
        ...{ madeBy: input.madeBy ?? caller.apiKeyId ?? null, provisionalUntil, address },
      } satisfies NewApiKey);
    }
    const stored = await findApiKey(db, id);
    if (!stored) throw new DomainError('idempotency_key_reused');
    return { key, record: toApiKeyRecord(stored) };
  });
}

/** A key that was made with a key expires no later. Read here, so that a revoked key makes none. */
async function checkParent(db: Db, caller: Caller, input: CreateApiKeyInput): Promise<void> {
  if (caller.apiKeyId === undefined) return;
  const parent = await findApiKey(db, caller.apiKeyId);
  if (!parent || parent.isRevoked) throw new DomainError('credential_invalid');
  if (parent.expiresAt === null) return;
  if (input.expiresAt === null || input.expiresAt > parent.expiresAt) {
    const latest = formatInstant(parent.expiresAt);
    throw fieldInvalid('expiresAt', `not later than ${latest}, when the key that asks expires`);
  }
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

type RevokeContext = Pick<CreateApiKeyContext, 'store' | 'wallMs'>;

/** Also revokes the keys made with it. Every reachable replica is notified before this returns. */
export async function revokeApiKey(
  context: RevokeContext,
  caller: Caller,
  id: string,
): Promise<ApiKeyRecord> {
  if (caller.apiKeyId !== id) requireScope(caller, 'manage');
  return revoke(context, caller.wallet, id);
}

async function revoke({ store, wallMs }: RevokeContext, wallet: string, id: string) {
  const at = unixSecondsAt(wallMs());
  const revoked = await store.write((db) => revokeStoredKey(db, { id, wallet, at }));
  // The same answer for another wallet's key, so that nobody learns that it exists.
  if (!revoked) throw new DomainError('resource_not_found', { resource: 'API key' });
  for (const one of revoked.ids) await store.notify('api-key', one);
  return toApiKeyRecord(revoked.key);
}

/** Revokes the keys of all sign-ins of the wallet, that of the caller last. */
export async function signOutEverywhere(context: RevokeContext, caller: Caller) {
  const keys = await listApiKeys(context.store.db, caller.wallet);
  const signIns = keys.filter(({ madeBy, isRevoked }) => madeBy === SIGN_IN && !isRevoked);
  const isOwn = ({ id }: ApiKeyRecord) => id === caller.apiKeyId;
  if (!signIns.some(isOwn)) requireScope(caller, 'manage');
  signIns.sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)));
  const revoked: ApiKeyRecord[] = [];
  for (const { id } of signIns) revoked.push(await revoke(context, caller.wallet, id));
  return revoked;
}

const KEY_SECONDS = 7 * 24 * 60 * 60;
/** In place of a wallet: whoever uses it, a nonce of ours counts once. */
const ANYBODY = 'sign-in';

interface SignInInput {
  readonly wallet: Address;
  readonly message: Uint8Array;
  readonly signature: string;
  readonly address?: string | null;
  /** For the name of the key, such as "Chrome on Windows". */
  readonly browser?: string;
}

export async function signInWallet(
  context: CreateApiKeyContext & { readonly signIn: SignIn; readonly scopesOf: ScopesOf },
  input: SignInInput,
  idempotency?: Idempotency,
): Promise<{ wallet: Address; key: string; record: ApiKeyRecord }> {
  const { store, wallMs, signIn, scopesOf } = context;
  const { wallet, address, browser, ...signed } = input;
  const { domain, scopes, nonce, issuedAtMs, messageHash } = await signIn.check(wallet, signed);
  const isNew = await store.write((db) =>
    useNonce(db, {
      ...{ wallet: ANYBODY, nonce, requestHash: messageHash },
      idempotencyKey: idempotency?.key ?? null,
      signedAt: unixSecondsAt(issuedAtMs),
    }),
  );
  if (!isNew) throw new DomainError('sign_in_invalid', { reason: 'its nonce was used before' });
  const caller = { wallet, scopes: scopesOf(wallet) };
  const expiresAt = addSeconds(unixSecondsAt(wallMs()), KEY_SECONDS);
  // A domain may be longer than the name of a key.
  const name = [`Signed in at ${domain.slice(0, 50)}`, ...(browser ? [browser] : [])].join(', ');
  const key = { name, scopes, expiresAt, address, madeBy: SIGN_IN };
  return { wallet, ...(await createApiKey(context, caller, key, idempotency)) };
}
