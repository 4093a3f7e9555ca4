// API keys that were right before are not hashed again. They stop working as early as all others.
import { SCOPES, type Scope, unixSeconds } from '@tote/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { createApiKey } from '../../src/accounts/api-keys.ts';
import { API_KEY_CHARACTERS, formatApiKey } from '../../src/auth/api-key-text.ts';
import type { Caller } from '../../src/auth/caller.ts';
import { createAuthenticator } from '../../src/auth/create-authenticator.ts';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import type { ServerOptions } from '../../src/http/route.ts';
import { findApiKey, revokeApiKey as revokeStoredKey } from '../../src/store/journal/api-keys.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { useServers } from '../http/support/servers.ts';
import { keyedRequest, SERVICE, signedRequest, walletNamed } from './support/signing.ts';

const alice = walletNamed('alice');
const owner: Caller = { wallet: alice.address, scopes: new Set(SCOPES) };
const INVALID = { code: 'credential_invalid', status: 401 };
const CACHED_MS = 60_000;

let nowMs: number;
let store: Store;
let authenticator: ReturnType<typeof createAuthenticator>;
const wallMs = () => nowMs;

beforeEach(async () => {
  nowMs = Date.parse(SERVICE.now);
  store = await openStore();
  authenticator = createAuthenticator({ store, ...SERVICE, wallMs });
});

afterEach(async () => {
  authenticator.close();
  await store.close();
});

const create = (scopes: readonly Scope[] = ['read', 'bet'], seconds: number | null = null) =>
  createApiKey({ store, wallMs, apiKeySecret: Buffer.alloc(32, 7) }, owner, {
    name: 'bot',
    scopes,
    expiresAt: seconds === null ? null : unixSeconds(Math.floor(nowMs / 1_000) + seconds),
  });
const authenticate = (key: string) => authenticator.authenticate(keyedRequest(key));
const recognize = (key: string, headers: Record<string, string> = {}) =>
  authenticator.recognize?.(keyedRequest(key, headers).headers);

describe('recognize', () => {
  test('finds the caller of a key that was right, and of no other', async () => {
    const { key } = await create();
    expect(key).toHaveLength(API_KEY_CHARACTERS);
    expect(recognize(key)).toBeUndefined();
    expect(recognize(key)).toBeUndefined();
    const caller = await authenticate(key);
    expect(recognize(key)).toBe(caller);
    expect(recognize((await create()).key)).toBeUndefined();
  });

  test('does not take a key with any character changed, added or removed', async () => {
    const { key } = await create();
    await authenticate(key);
    for (let at = 0; at < key.length; at += 1) {
      // The last two have the low byte of an ASCII character, or take two bytes.
      const code = key.charCodeAt(at);
      for (const other of ['x', 'y', String.fromCharCode(code + 256), '\u00e9']) {
        if (other === key[at]) continue;
        const changed = key.slice(0, at) + other + key.slice(at + 1);
        expect(recognize(changed)).toBeUndefined();
        await expect(authenticate(changed)).rejects.toMatchObject(INVALID);
      }
    }
    for (const other of [`${key}x`, key.slice(0, -1), '']) {
      expect(recognize(other)).toBeUndefined();
    }
    expect(recognize(key)).toBeDefined();
  });

  test('does not take another secret with the right id and checksum', async () => {
    const { key, record } = await create();
    await authenticate(key);
    const forged = formatApiKey(record.id as `key_${string}`, Buffer.alloc(32, 1));
    await expect(authenticate(forged)).rejects.toMatchObject(INVALID);
    expect(recognize(forged)).toBeUndefined();
    // The wrong one has not taken the place of the right one.
    expect(recognize(key)).toBeDefined();
  });

  test('does not take a wrong key that was tried first', async () => {
    const { record } = await create();
    const forged = formatApiKey(record.id as `key_${string}`, Buffer.alloc(32, 1));
    await expect(authenticate(forged)).rejects.toMatchObject(INVALID);
    expect(recognize(forged)).toBeUndefined();
  });

  test('leaves a request with a signature to the full check', async () => {
    const { key } = await create();
    await authenticate(key);
    for (const name of ['x-wallet', 'x-timestamp', 'x-nonce', 'x-signature']) {
      expect(recognize(key, { [name]: 'x' })).toBeUndefined();
    }
    const { headers } = signedRequest(alice, { authorization: `Bearer ${key}` });
    expect(authenticator.recognize?.(headers)).toBeUndefined();
  });

  test('ends with the second of the expiry', async () => {
    const { key } = await create(['bet'], 10);
    await authenticate(key);
    nowMs += 9_999;
    expect(recognize(key)).toBeDefined();
    nowMs += 1;
    expect(recognize(key)).toBeUndefined();
    await expect(authenticate(key)).rejects.toMatchObject(INVALID);
  });

  test('ends when the cached row is too old, as for a replica that misses notifications', async () => {
    const { key, record } = await create();
    await authenticate(key);
    const { wallet } = owner;
    const at = unixSeconds(1);
    await store.write((db) => revokeStoredKey(db, { id: record.id, wallet, at }));
    nowMs += CACHED_MS - 1;
    expect(recognize(key)).toBeDefined();
    nowMs += 1;
    expect(recognize(key)).toBeUndefined();
    await expect(authenticate(key)).rejects.toMatchObject(INVALID);
  });

  test('ends with the notification of a revocation, and with one that names no key', async () => {
    const [first, second] = [await create(), await create()];
    const learnAll = async () => {
      for (const { key } of [first, second]) await authenticate(key);
    };
    await learnAll();
    await store.notify('api-key', first.record.id);
    expect(recognize(first.key)).toBeUndefined();
    expect(recognize(second.key)).toBeDefined();
    await learnAll();
    await store.notify('api-key', '');
    expect(recognize(first.key)).toBeUndefined();
    expect(recognize(second.key)).toBeUndefined();
  });

  test('records the use of the key, a minute after the last', async () => {
    const { key, record } = await create();
    const lastUsed = async () => (await findApiKey(store.db, record.id))?.lastUsedAt;
    const start = Math.floor(nowMs / 1_000);
    await authenticate(key);
    await until(async () => expect(await lastUsed()).toBe(start));
    // Read again, so that the row is not too old when the minute is over.
    await store.notify('api-key', record.id);
    nowMs += 30_000;
    await authenticate(key);
    nowMs += 30_000;
    expect(recognize(key)).toBeDefined();
    await until(async () => expect(await lastUsed()).toBe(start + 60));
  });
});

describe('a request with a recognized key', () => {
  const servers = useServers();
  /** The wallet has no money: the bet is refused after the key was accepted. */
  const ADMITTED = 402;

  const start = async (options: Partial<ServerOptions> = {}) => {
    const { request } = await servers.start({ authenticator, ...options });
    return (key: string) =>
      request('POST', `/v1/markets/${servers.marketId}/bets`, {
        body: { outcome: 'Yes', amount: 1 },
        headers: { authorization: `Bearer ${key}` },
      });
  };

  test('counts against the limit of its wallet, before its scope is looked at', async () => {
    const walletLimiter = createRateLimiter({ requestsPerMinute: 1, burst: 2, nowMs: () => 0 });
    const bet = await start({ walletLimiter });
    const [better, reader] = [await create(['bet']), await create(['read'])];
    expect((await bet(better.key)).status).toBe(ADMITTED);
    expect((await bet(better.key)).status).toBe(ADMITTED);
    expect((await bet(better.key)).status).toBe(429);
    for (let i = 0; i < 2; i += 1) expect((await bet(reader.key)).status).toBe(429);
  });

  test('waits for a limiter that has to ask, and fails with it', async () => {
    const answers: (number | null)[] = [null, null, 7];
    const walletLimiter = {
      take: async () => {
        if (answers.length === 0) throw new Error('the limiter failed');
        return answers.shift() as number | null;
      },
    };
    const bet = await start({ walletLimiter });
    const { key } = await create();
    expect((await bet(key)).status).toBe(ADMITTED);
    expect((await bet(key)).status).toBe(ADMITTED);
    const refused = await bet(key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await bet(key)).status).toBe(500);
  });
});
