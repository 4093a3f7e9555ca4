import { SCOPES, type Scope, unixSeconds } from '@tote/domain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { createApiKey, revokeApiKey } from '../../src/accounts/api-keys.ts';
import { createApiKeys } from '../../src/auth/api-key.ts';
import { API_KEY_CHARACTERS, formatApiKey } from '../../src/auth/api-key-text.ts';
import { type Caller, createScopesOf } from '../../src/auth/caller.ts';
import { createAuthenticator } from '../../src/auth/create-authenticator.ts';
import {
  endProvisionalKeys,
  findApiKey,
  revokeApiKey as revokeStoredKey,
} from '../../src/store/journal/api-keys.ts';
import { openStore } from '../../src/store/open-store.ts';
import { insertBettors } from '../../src/store/projection/bettors.ts';
import type { Store } from '../../src/store/store.ts';
import { afterEachQuery } from '../store/support/after-each-query.ts';
import { createGate } from '../support/create-gate.ts';
import { keyedRequest, SERVICE, signedRequest, walletNamed } from './support/signing.ts';

const alice = walletNamed('alice');
const bob = walletNamed('bob');
const byWallet = (wallet = alice): Caller => ({
  wallet: wallet.address,
  scopes: new Set(SCOPES),
});
const INVALID = { code: 'credential_invalid', status: 401 };

let nowMs: number;
let store: Store;
let authenticator: ReturnType<typeof createAuthenticator>;
const wallMs = () => nowMs;
const apiKeySecret = Buffer.alloc(32, 7);
const now = () => unixSeconds(Math.floor(nowMs / 1_000));

beforeEach(async () => {
  nowMs = Date.parse(SERVICE.now);
  store = await openStore();
  authenticator = createAuthenticator({ store, ...SERVICE, wallMs });
});

afterEach(async () => {
  authenticator.close();
  await store.close();
});

const create = (
  caller: Caller,
  input: { scopes?: readonly Scope[] | undefined; expiresAt?: number | null; name?: string } = {},
  idempotency?: { key: string; requestHash: string },
) => {
  const { scopes = ['read', 'bet'], expiresAt = null, name = 'bot' } = input;
  return createApiKey(
    { store, wallMs, apiKeySecret },
    caller,
    { name, scopes, expiresAt: expiresAt === null ? null : unixSeconds(expiresAt) },
    idempotency,
  );
};
test('wallets without an account share the keys of their address', async () => {
  const context = { store, wallMs, apiKeySecret, keysPerAddressMax: 3 };
  const input = { name: 'bot', scopes: ['read'], expiresAt: null } as const;
  const make = (name: string, address: string | null) =>
    createApiKey(context, byWallet(walletNamed(name)), { ...input, address });
  const [attacker, other] = ['198.51.100.7', '2001:db8:0:1::/64'];
  for (const name of ['one', 'two', 'three']) await make(name, attacker);
  const count = async () => (await store.db.selectFrom('api_keys').select('id').execute()).length;
  const refusal = { code: 'api_keys_too_many', status: 403 };
  await expect(make('four', attacker)).rejects.toMatchObject(refusal);
  expect(await count()).toBe(3);
  await make('four', other);
  for (let local = 0; local < 4; local += 1) await make('five', null);
  // With an account a wallet has keys of its own.
  const bettor = { address: 'bettor', wallet: bob.address };
  await store.write((db) => insertBettors(db, [bettor]));
  await make('bob', attacker);
  expect(await count()).toBe(9);
});

const revoke = (caller: Caller, id: string) => revokeApiKey({ store, wallMs }, caller, id);
const callerWith = async (key: string) => {
  const caller = await authenticator.authenticate(keyedRequest(key));
  if (!caller) throw new Error('no caller');
  return caller;
};

describe('a key', () => {
  test('is not stored; only its SHA-256 is', async () => {
    const { key, record } = await create(byWallet(), {}, { key: 'once', requestHash: 'a' });
    const rows = [
      await store.db.selectFrom('api_keys').selectAll().execute(),
      await store.db.selectFrom('requests').selectAll().execute(),
    ];
    const text = JSON.stringify(rows, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text).not.toContain(key.slice(22, 65));
    expect((await findApiKey(store.db, record.id))?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(record).not.toHaveProperty('hash');
  });

  test('is read with others of the same moment, and their uses are written together', async () => {
    const made = [await create(byWallet()), await create(byWallet(bob)), await create(byWallet())];
    await revoke(byWallet(), made[2]?.record.id ?? '');
    let reads = 0;
    const counting = afterEachQuery(() => {
      reads += 1;
    });
    const write = vi.fn<Store['write']>((work) => store.write(work));
    const onNotify: Store['onNotify'] = (...listener) => store.onNotify(...listener);
    const db = store.db.withPlugin(counting);
    const counted = { engine: store.engine, db, write, onNotify } as Partial<Store> as Store;
    const keys = createApiKeys({ store: counted, wallMs, scopesOf: () => new Set(SCOPES) });
    const wallets = made.map(({ key }) => keys.authenticate(key).then(({ wallet }) => wallet));
    expect(await Promise.allSettled(wallets)).toMatchObject([
      { value: alice.address },
      { value: bob.address },
      { reason: INVALID },
    ]);
    // One of the keys, and one for each wallet that may not have an account yet.
    expect(reads).toBe(3);
    const lastUsed = async ({ record: { id } }: { record: { id: string } }) =>
      (await findApiKey(store.db, id))?.lastUsedAt;
    const uses = () => Promise.all(made.map(lastUsed));
    await until(async () => expect(await uses()).toEqual([now(), now(), null]));
    expect(write).toHaveBeenCalledTimes(1);
    keys.close();
  });

  test('records its use at most once a minute', async () => {
    const { key, record } = await create(byWallet());
    const lastUsed = async () => (await findApiKey(store.db, record.id))?.lastUsedAt;
    expect(record.lastUsedAt).toBeNull();
    const first = now();
    await callerWith(key);
    await until(async () => expect(await lastUsed()).toBe(first));
    nowMs += 59_999;
    const writes = vi.spyOn(store, 'write');
    await callerWith(key);
    expect(writes).not.toHaveBeenCalled();
    nowMs += 1;
    await callerWith(key);
    await until(async () => expect(await lastUsed()).toBe(now()));
  });
});

test('a key with the scope operate loses it when its wallet no longer operates the service', async () => {
  const listed = [alice.address];
  const scopesOf = createScopesOf(listed, () => bob.address);
  const owner = { wallet: alice.address, scopes: scopesOf(alice.address) };
  const { key } = await create(owner, { scopes: ['read', 'operate'] });
  const open = async () => {
    const service = createAuthenticator({ store, ...SERVICE, wallMs, scopesOf });
    const caller = await service.authenticate(keyedRequest(key));
    service.close();
    return [...(caller?.scopes ?? [])];
  };
  expect(await open()).toEqual(['read', 'operate']);
  listed.pop();
  expect(await open()).toEqual(['read']);
});

describe('createApiKey', () => {
  test('a key that is revoked after it was authenticated creates no key', async () => {
    const { key, record } = await create(byWallet(), { scopes: ['read', 'manage'] });
    const manager = await callerWith(key);
    await revoke(byWallet(), record.id);
    await expect(create(manager, { scopes: ['read'] })).rejects.toMatchObject(INVALID);
  });

  test('an identical retry gets the same key, also if others use the Idempotency-Key', async () => {
    const once = { key: 'same', requestHash: 'request' };
    const first = await create(byWallet(), {}, once);
    expect(await create(byWallet(), {}, once)).toEqual(first);
    const other = await create(byWallet(bob), {}, once);
    expect(other.key).not.toBe(first.key);
    expect((await callerWith(first.key)).wallet).toBe(alice.address);
    expect((await callerWith(other.key)).wallet).toBe(bob.address);
  });
});

describe('the number of keys of a wallet', () => {
  const fill = async (count: number, input = {}) => {
    const made = [];
    while (made.length < count) made.push(await create(byWallet(), input));
    return made;
  };
  const refusal = { code: 'api_keys_too_many', status: 403 };
  const countRows = async () =>
    (await store.db.selectFrom('api_keys').select('id').execute()).length;

  test('is at most 100, for each wallet alone', async () => {
    const [first] = await fill(100);
    await expect(create(byWallet())).rejects.toMatchObject(refusal);
    const named = create(byWallet(), {}, { key: 'k', requestHash: 'h' });
    await expect(named).rejects.toMatchObject(refusal);
    expect(await countRows()).toBe(100);
    expect(await store.db.selectFrom('requests').selectAll().execute()).toEqual([]);
    await create(byWallet(bob));
    await revoke(byWallet(), first!.record.id);
    await create(byWallet());
  });

  test('counts no key that has expired', async () => {
    await fill(100, { expiresAt: now() + 10 });
    nowMs += 9_000;
    await expect(create(byWallet())).rejects.toMatchObject(refusal);
    nowMs += 1_000;
    await create(byWallet());
  });

  test('does not matter for a retry, which makes none', async () => {
    const once = { key: 'same', requestHash: 'request' };
    const first = await create(byWallet(), {}, once);
    await fill(99);
    expect(await create(byWallet(), {}, once)).toEqual(first);
  });
});

describe('a key of a wallet without an account on chain', () => {
  const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
  const openAccount = () =>
    store.write((db) => insertBettors(db, [{ address: 'bettor', wallet: alice.address }]));

  test('ends after a week', async () => {
    const { key } = await create(byWallet());
    nowMs += WEEK_MS - 1_000;
    await callerWith(key);
    nowMs += 1_000 + 60_000;
    await expect(callerWith(key)).rejects.toMatchObject(INVALID);
    await store.write((db) => endProvisionalKeys(db, now()));
    expect(await store.db.selectFrom('api_keys').selectAll().execute()).toEqual([]);
  });

  test.each(['is used', 'is not used'])('stays if the wallet opens one, and %s', async (use) => {
    const { key } = await create(byWallet());
    await openAccount();
    if (use === 'is used') await callerWith(key);
    nowMs += 2 * WEEK_MS;
    await store.write((db) => endProvisionalKeys(db, now()));
    await callerWith(key);
    const row = await store.db.selectFrom('api_keys').selectAll().executeTakeFirst();
    expect(row?.provisional_until).toBeNull();
  });

  test('of the operator needs none', async () => {
    const ownWallets = new Set([alice.address]);
    const input = { name: 'oracle', scopes: ['attest'], expiresAt: null } as const;
    const context = { store, wallMs, apiKeySecret, ownWallets };
    const { key } = await createApiKey(context, byWallet(), input);
    nowMs += 2 * WEEK_MS;
    await store.write((db) => endProvisionalKeys(db, now()));
    await callerWith(key);
  });
});

describe('revokeApiKey', () => {
  test('takes effect on a key that is being read at the same time', async () => {
    const { key, record } = await create(byWallet());
    const revoked = createGate();
    const reading = vi.fn();
    // The row is read before the revocation and arrives after it.
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        reading();
        await revoked.opened;
        return result;
      },
    });
    const { engine } = store;
    const onNotify = store.onNotify.bind(store);
    const delayed = { engine, db, onNotify, write: store.write.bind(store) } as unknown as Store;
    const slow = createAuthenticator({ store: delayed, ...SERVICE, wallMs });
    const early = slow.authenticate(keyedRequest(key));
    await until(() => expect(reading).toHaveBeenCalled());
    await revoke(byWallet(), record.id);
    revoked.open();
    expect((await early)?.wallet).toBe(alice.address);
    await expect(slow.authenticate(keyedRequest(key))).rejects.toMatchObject(INVALID);
    slow.close();
  });

  test('a key may revoke itself and no other', async () => {
    const [first, second] = [await create(byWallet()), await create(byWallet())];
    const caller = await callerWith(first.key);
    const refusal = { code: 'not_allowed' };
    await expect(revoke(caller, second.record.id)).rejects.toMatchObject(refusal);
    await revoke(caller, first.record.id);
    await expect(callerWith(first.key)).rejects.toMatchObject(INVALID);
  });

  test('takes along the keys that were made with it', async () => {
    const scopes = ['read', 'manage'] as const;
    const parent = await create(byWallet(), { scopes });
    const child = await create(await callerWith(parent.key), { scopes });
    const grandchild = await create(await callerWith(child.key), { scopes: ['read'] });
    const other = await create(byWallet());
    for (const { key } of [grandchild, other]) await callerWith(key);
    await revoke(byWallet(), parent.record.id);
    for (const { key } of [parent, child, grandchild]) {
      await expect(callerWith(key)).rejects.toMatchObject(INVALID);
    }
    await callerWith(other.key);
  });

  test('happens once: the time of the first revocation stays', async () => {
    const { record } = await create(byWallet());
    const revokedAt = async () =>
      (await store.db.selectFrom('api_keys').select('revoked_at').executeTakeFirst())?.revoked_at;
    await revoke(byWallet(), record.id);
    const first = await revokedAt();
    nowMs += 5_000;
    await revoke(byWallet(), record.id);
    expect(await revokedAt()).toBe(first);
  });
});

// API keys that were right before are not hashed again. They stop working as early as all others.
const CACHED_MS = 60_000;

const makeKey = (scopes?: readonly Scope[], seconds?: number) =>
  create(byWallet(), { scopes, expiresAt: seconds === undefined ? null : now() + seconds });
const authenticate = (key: string) => authenticator.authenticate(keyedRequest(key));
const recognize = (key: string, headers: Record<string, string> = {}) =>
  authenticator.recognize?.(keyedRequest(key, headers).headers);

describe('recognize', () => {
  test('finds the caller of a key that was right, and of no other', async () => {
    const { key } = await makeKey();
    expect(key).toHaveLength(API_KEY_CHARACTERS);
    expect(recognize(key)).toBeUndefined();
    expect(recognize(key)).toBeUndefined();
    const caller = await authenticate(key);
    expect(recognize(key)).toBe(caller);
    expect(recognize((await makeKey()).key)).toBeUndefined();
  });

  test('does not take a key with any character changed, added or removed', async () => {
    const { key } = await makeKey();
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

  test('does not take another secret with the right id and checksum, first or later', async () => {
    const { key, record } = await makeKey();
    const forged = formatApiKey(record.id as `key_${string}`, Buffer.alloc(32, 1));
    for (const isRight of [false, true]) {
      if (isRight) await authenticate(key);
      await expect(authenticate(forged)).rejects.toMatchObject(INVALID);
      expect(recognize(forged)).toBeUndefined();
      // The wrong one has not taken the place of the right one.
      expect(recognize(key) !== undefined).toBe(isRight);
    }
  });

  test('leaves a request with a signature to the full check', async () => {
    const { key } = await makeKey();
    await authenticate(key);
    for (const name of ['x-wallet', 'x-timestamp', 'x-nonce', 'x-signature']) {
      expect(recognize(key, { [name]: 'x' })).toBeUndefined();
    }
    const { headers } = signedRequest(alice, { authorization: `Bearer ${key}` });
    expect(authenticator.recognize?.(headers)).toBeUndefined();
  });

  test('ends with the second of the expiry', async () => {
    const { key } = await makeKey(['bet'], 10);
    await authenticate(key);
    nowMs += 9_999;
    expect(recognize(key)).toBeDefined();
    nowMs += 1;
    expect(recognize(key)).toBeUndefined();
    await expect(authenticate(key)).rejects.toMatchObject(INVALID);
  });

  test('ends when the cached row is too old, as for a replica that misses notifications', async () => {
    const { key, record } = await makeKey();
    await authenticate(key);
    const revoked = { id: record.id, wallet: alice.address, at: unixSeconds(1) };
    await store.write((db) => revokeStoredKey(db, revoked));
    nowMs += CACHED_MS - 1;
    expect(recognize(key)).toBeDefined();
    nowMs += 1;
    expect(recognize(key)).toBeUndefined();
    await expect(authenticate(key)).rejects.toMatchObject(INVALID);
  });

  test('ends with the notification of a revocation, and with one that names no key', async () => {
    const [first, second] = [await makeKey(), await makeKey()];
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
    const { key, record } = await makeKey();
    const lastUsed = async () => (await findApiKey(store.db, record.id))?.lastUsedAt;
    const start = now();
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
