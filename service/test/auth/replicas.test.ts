// Two replicas on one PostgreSQL, each with its own connections and memory, act as one service.
import { SCOPES } from '@tote/domain';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../../src/auth/create-authenticator.ts';
import { createApiKey } from '../../src/commands/create-api-key.ts';
import { revokeApiKey } from '../../src/commands/revoke-api-key.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { hasPostgres, type Postgres, startPostgres } from '../support/postgres.ts';
import { SERVICE } from './support/make-request-signatures.ts';
import { keyedRequest, signedRequest, walletNamed } from './support/signing.ts';

const alice = walletNamed('alice');
const wallMs = () => Date.parse(SERVICE.now);
const apiKeySecret = Buffer.alloc(32, 7);
const caller = { wallet: alice.address, scopes: new Set(SCOPES) };

describe.skipIf(!hasPostgres())('two replicas', () => {
  let postgres: Postgres;
  let stores: [Store, Store];
  let replicas: ReturnType<typeof createAuthenticator>[];

  beforeAll(async () => {
    postgres = await startPostgres();
    const databaseUrl = await postgres.createDatabase();
    stores = [await openStore({ databaseUrl, wallMs }), await openStore({ databaseUrl, wallMs })];
    replicas = stores.map((store) => createAuthenticator({ store, ...SERVICE, wallMs }));
  });

  afterAll(async () => {
    for (const replica of replicas) replica.close();
    await Promise.all(stores.map((store) => store.close()));
    await postgres.stop();
  });

  test('a signature is accepted once, for concurrent requests to both replicas', async () => {
    for (let round = 0; round < 5; round += 1) {
      const request = signedRequest(alice);
      const answers = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) => replicas[index % 2]?.authenticate(request)),
      );
      const reasons = answers.flatMap((one) =>
        one.status === 'rejected' ? [one.reason.code] : [],
      );
      expect(reasons).toEqual(Array(9).fill('nonce_reused'));
    }
  });

  test('a key works on both at once, and on neither after it was revoked', async () => {
    const [first, second] = stores;
    const { key, record } = await createApiKey({ store: first, wallMs, apiKeySecret }, caller, {
      name: 'bot',
      scopes: ['bet'],
      expiresAt: null,
    });
    for (const replica of replicas) {
      expect((await replica.authenticate(keyedRequest(key)))?.wallet).toBe(alice.address);
    }
    await revokeApiKey({ store: second, wallMs }, caller, record.id);
    // The clock stands still, so only the notification can inform the other replica.
    await vi.waitFor(async () => {
      for (const replica of replicas) {
        const refusal = { code: 'credential_invalid' };
        await expect(replica.authenticate(keyedRequest(key))).rejects.toMatchObject(refusal);
      }
    });
  });

  test('a key that one recognizes is forgotten when the other revokes it', async () => {
    const [first, second] = stores;
    const input = { name: 'bot', scopes: ['bet'], expiresAt: null } as const;
    const made = await createApiKey({ store: first, wallMs, apiKeySecret }, caller, input);
    const request = keyedRequest(made.key);
    const recognize = () => replicas[0]?.recognize?.(request.headers);
    await replicas[0]?.authenticate(request);
    expect(recognize()?.wallet).toBe(alice.address);
    await revokeApiKey({ store: second, wallMs }, caller, made.record.id);
    await vi.waitFor(() => expect(recognize()).toBeUndefined());
    const refusal = { code: 'credential_invalid' };
    await expect(replicas[0]?.authenticate(request)).rejects.toMatchObject(refusal);
  });

  test('one Idempotency-Key creates one key on both', async () => {
    const once = { key: 'same', requestHash: 'request' };
    const input = { name: 'bot', scopes: ['bet'], expiresAt: null } as const;
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createApiKey(
          { store: stores[index % 2] as Store, wallMs, apiKeySecret },
          caller,
          input,
          once,
        ),
      ),
    );
    expect(new Set(made.map(({ key }) => key)).size).toBe(1);
  });
});
