// Checks API keys. Every bet passes here, so known keys are cached: the check takes microseconds
// and no query. Once the hash of a key was right, its text is kept with the cached key, and the
// same text is not hashed again.
import { timingSafeEqual } from 'node:crypto';
import type { Address } from '@solana/kit';
import { Batcher } from '@tote/chain/lib/batcher';
import { type UnixSeconds, unixSecondsAt } from '@tote/domain';
import { LRUCache } from 'lru-cache';
import {
  findApiKeys,
  keepApiKey,
  recordApiKeyUses,
  type StoredApiKey,
} from '../store/journal/api-keys.ts';
import { hasBettor } from '../store/projection/bettors.ts';
import type { Store } from '../store/store.ts';
import { API_KEY_CHARACTERS, hashApiKey, readApiKeyId, sliceApiKeyId } from './api-key-text.ts';
import { type Caller, credentialInvalid, type ScopesOf } from './caller.ts';

const KEYS_CACHED = 10_000;
/** How long a replica that missed the notification of a revocation still accepts the key. */
const CACHED_MS_MAX = { sqlite: 60_000, postgres: 5_000 } as const;
const USE_WRITTEN_EVERY_MS = 60_000;
/** Uses of this time are written together. */
const USES_GATHERED_MS = 1_000;
const READ_AT_ONCE = 500;

interface CachedKey {
  readonly hash: Buffer;
  readonly caller: Caller;
  readonly expiresAtMs: number;
  readonly readAtMs: number;
  useWrittenAtMs: number;
  text: Buffer | undefined;
}

export interface ApiKeyContext {
  readonly store: Store;
  readonly wallMs: () => number;
  readonly scopesOf: ScopesOf;
}

export function createApiKeys({ store, wallMs, scopesOf }: ApiKeyContext) {
  const cache = new LRUCache<string, CachedKey>({ max: KEYS_CACHED });
  const cachedMsMax = CACHED_MS_MAX[store.engine];
  let notifications = 0;
  /** Requests of one moment share a read, which begins after each of them. */
  const reads = new Batcher({
    atOnce: 2,
    take: READ_AT_ONCE,
    run: (ids: readonly string[]) => findApiKeys(store.db, ids),
  });
  const uses = gatherUses(store);
  const stopListening = store.onNotify('api-key', (id) => {
    notifications += 1;
    // An empty id means that notifications may have been missed.
    if (id === '') cache.clear();
    else cache.delete(id);
  });

  async function load(id: string): Promise<CachedKey | undefined> {
    const readAtMs = wallMs();
    const notificationsBefore = notifications;
    const stored = await reads.add(id);
    if (!stored || stored.isRevoked || !(await isKept(stored, readAtMs))) return undefined;
    const key = toCachedKey(stored, readAtMs, scopesOf);
    // A notification during the read may be about this row, so the row may be outdated.
    if (notifications === notificationsBefore) cache.set(id, key);
    return key;
  }

  /** Once its wallet has an account on chain, a provisional key is like any other. */
  async function isKept({ id, wallet, provisionalUntil }: StoredApiKey, nowMs: number) {
    if (provisionalUntil === null) return true;
    if (!(await hasBettor(store.db, wallet))) return nowMs < provisionalUntil * 1_000;
    // Not awaited: the next read tries again.
    store.write((db) => keepApiKey(db, id)).catch(() => undefined);
    return true;
  }

  function recordUse(id: string, key: CachedKey, nowMs: number): void {
    if (nowMs - key.useWrittenAtMs < USE_WRITTEN_EVERY_MS) return;
    key.useWrittenAtMs = nowMs;
    uses.add(id, unixSecondsAt(nowMs));
  }

  return {
    recognize(text: string): Caller | undefined {
      const id = sliceApiKeyId(text);
      const key = cache.get(id);
      if (!key?.text || !isSameText(text, key.text)) return undefined;
      const nowMs = wallMs();
      if (nowMs - key.readAtMs >= cachedMsMax || nowMs >= key.expiresAtMs) return undefined;
      recordUse(id, key, nowMs);
      return key.caller;
    },
    async authenticate(text: string): Promise<Caller> {
      const id = readApiKeyId(text);
      if (!id) throw credentialInvalid();
      const nowMs = wallMs();
      let key = cache.get(id);
      if (!key || nowMs - key.readAtMs >= cachedMsMax) key = await load(id);
      const isRight = key && timingSafeEqual(hashApiKey(text), key.hash);
      if (!key || !isRight || nowMs >= key.expiresAtMs) throw credentialInvalid();
      key.text ??= Buffer.from(text);
      recordUse(id, key, nowMs);
      return key.caller;
    },
    close() {
      uses.close();
      stopListening();
    },
  };
}

function gatherUses(store: Store) {
  const used = new Map<UnixSeconds, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    timer = undefined;
    for (const [at, ids] of used) {
      // Not awaited: a failure to record uses must not fail a request.
      store.write((db) => recordApiKeyUses(db, ids, at)).catch(() => undefined);
    }
    used.clear();
  };
  return {
    add(id: string, at: UnixSeconds): void {
      used.set(at, (used.get(at) ?? new Set()).add(id));
      timer ??= setTimeout(write, USES_GATHERED_MS).unref();
    },
    close: () => clearTimeout(timer),
  };
}

function toCachedKey(stored: StoredApiKey, readAtMs: number, scopesOf: ScopesOf): CachedKey {
  const wallet = stored.wallet as Address;
  // A wallet may no longer operate the service, though its key was made to.
  const possible = scopesOf(wallet);
  const scopes = new Set(stored.scopes.filter((scope) => possible.has(scope)));
  return {
    hash: Buffer.from(stored.hash, 'hex'),
    caller: { wallet, scopes, apiKeyId: stored.id },
    expiresAtMs: stored.expiresAt === null ? Number.POSITIVE_INFINITY : stored.expiresAt * 1_000,
    readAtMs,
    useWrittenAtMs: (stored.lastUsedAt ?? 0) * 1_000,
    text: undefined,
  };
}

const given = Buffer.alloc(API_KEY_CHARACTERS);

/** Takes the same time wherever they differ. A right key is ASCII: one byte per character. */
function isSameText(text: string, right: Buffer): boolean {
  return (
    text.length === right.length &&
    given.write(text) === right.length &&
    timingSafeEqual(given, right)
  );
}
