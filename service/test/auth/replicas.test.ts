// Two replicas on one PostgreSQL, each with its own connections and memory, act as one service.
import { ed25519 } from '@noble/curves/ed25519.js';
import { getBase58Decoder } from '@solana/kit';
import { SCOPES } from '@tote/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, signInWallet } from '../../src/accounts/api-keys.ts';
import { createAuthenticator } from '../../src/auth/create-authenticator.ts';
import { SignIn } from '../../src/auth/sign-in.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { signInText } from './support/sign-in-text.ts';
import { keyedRequest, SERVICE, walletNamed } from './support/signing.ts';

const alice = walletNamed('alice');
const wallMs = () => Date.parse(SERVICE.now);
const apiKeySecret = Buffer.alloc(32, 7);
const caller = { wallet: alice.address, scopes: new Set(SCOPES) };

describe.skipIf(!hasPostgres())('two replicas', () => {
  let stores: [Store, Store];
  let replicas: ReturnType<typeof createAuthenticator>[];

  beforeAll(async () => {
    const postgres = await openPostgres();
    const databaseUrl = await postgres.createDatabase();
    stores = [await openStore({ databaseUrl }), await openStore({ databaseUrl })];
    replicas = stores.map((store) => createAuthenticator({ store, ...SERVICE, wallMs }));
  });

  afterAll(async () => {
    for (const replica of replicas) replica.close();
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a sign-in is accepted once, for concurrent requests to both replicas', async () => {
    const contextOf = (store: Store) => ({
      ...{ store, wallMs, apiKeySecret },
      signIn: new SignIn({
        ...{ nonceSecret: Buffer.alloc(32, 8), genesisHash: SERVICE.genesisHash, wallMs },
        ...{ origins: [SERVICE.origin], name: 'Tote' },
      }),
      scopesOf: SERVICE.scopesOf,
    });
    const contexts = [contextOf(stores[0]), contextOf(stores[1])] as const;
    const input = contexts[0].signIn.offer(undefined);
    const message = Buffer.from(signInText({ ...input, address: alice.address }));
    const signature = getBase58Decoder().decode(ed25519.sign(message, alice.seed));
    const signed = { wallet: alice.address, message, signature };
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => signInWallet(contexts[index % 2 ? 1 : 0], signed)),
    );
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(Array(9).fill('sign_in_invalid'));
    const [made] = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const replica of replicas) {
      const caller = await replica.authenticate(keyedRequest(made?.key ?? ''));
      expect(caller?.wallet).toBe(alice.address);
    }
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
