// What pages and wallets need: signing in, and transactions of version 0.
import { getBase58Decoder } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInText } from '../auth/support/sign-in-text.ts';
import { World } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';
import { callSigned, demoKey } from './support/wallets.ts';

let world: World;
let alice: Key;
beforeAll(async () => {
  world = await World.start();
  alice = await demoKey(world, 'alice');
});
afterAll(() => world.close());

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

describe('sign-in', () => {
  /** The body of a sign-in by this key. */
  async function bodyOf(key: Key, change: object = {}) {
    const { body: input } = await world.get('/sign-in');
    const text = Buffer.from(signInText({ ...input, address: key.address, ...change }));
    const signature = getBase58Decoder().decode(key.sign(text));
    return { wallet: key.address, message: text.toString('base64'), signature };
  }

  test('the fields of GET, signed by the wallet, give a key of 7 days with scopes', async () => {
    const beforeMs = Math.floor(Date.now() / 1_000) * 1_000;
    const answer = await world.post('/sign-in', await bodyOf(alice));
    expect(answer.status, answer.text).toBe(200);
    const { key, expiresAt, wallet, scopes } = answer.body;
    expect([wallet, scopes]).toEqual([alice.address, ['read', 'bet', 'create']]);
    const days = (Date.parse(expiresAt) - beforeMs) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(7);
    expect(days).toBeLessThan(7.01);
    expect((await world.get('/account', bearer(key))).body.wallet).toBe(alice.address);
    expectRefusal(await world.get('/api-keys', bearer(key)), 403, 'not_allowed');
    const list = await callSigned(world, alice, 'GET', '/api-keys');
    const [listed] = list.body.filter(({ id }: { id: string }) => id === answer.body.id);
    expect(listed.name).toMatch(/^Signed in at 127\.0\.0\.1:\d+$/);
  });

  test('the fields have a nonce of their own, and are not kept by caches', async () => {
    const [first, second] = [await world.get('/sign-in'), await world.get('/sign-in')];
    expect(first.body.nonce).toMatch(/^[0-9a-f]{60}$/);
    expect(second.body.nonce).not.toBe(first.body.nonce);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.body).toMatchObject({ version: '1', chainId: 'solana:localnet' });
  });

  test('a message is used once, also with another signature of it', async () => {
    const body = await bodyOf(alice);
    expect((await world.post('/sign-in', body)).status).toBe(200);
    const before = (await callSigned(world, alice, 'GET', '/api-keys')).body;
    expectRefusal(await world.post('/sign-in', body), 401, 'sign_in_invalid');
    const { nonce } = (await world.get('/sign-in')).body;
    const bob = await demoKey(world, 'bob');
    expect((await world.post('/sign-in', await bodyOf(bob, { nonce }))).status).toBe(200);
    expectRefusal(
      await world.post('/sign-in', await bodyOf(alice, { nonce })),
      401,
      'sign_in_invalid',
    );
    expect((await callSigned(world, alice, 'GET', '/api-keys')).body).toEqual(before);
  });

  test('a retry with its Idempotency-Key gets the same key', async () => {
    const body = await bodyOf(alice);
    const options = { headers: { 'idempotency-key': 'sign-in-once' } };
    const first = await world.post('/sign-in', body, options);
    const second = await world.post('/sign-in', body, options);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });
});

describe('transaction version', () => {
  test('no other version can be asked for', async () => {
    const actions = [{ type: 'autoWithdraw', enabled: true }];
    for (const transactionVersion of [1, '0', null, -1, 0.5]) {
      const body = { wallet: alice.address, actions, transactionVersion };
      expectRefusal(await world.post('/account/transactions', body), 400, 'field_invalid');
    }
  });
});
