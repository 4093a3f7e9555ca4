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

  test('another domain, chain or signer is refused', async () => {
    const evil = await bodyOf(alice, { domain: 'evil.example' });
    expectRefusal(await world.post('/sign-in', evil), 401, 'sign_in_invalid');
    const mainnet = await bodyOf(alice, { chainId: 'solana:mainnet' });
    expectRefusal(await world.post('/sign-in', mainnet), 401, 'sign_in_invalid');
    const stolen = { ...(await bodyOf(alice)), wallet: (await demoKey(world, 'bob')).address };
    expectRefusal(await world.post('/sign-in', stolen), 401, 'credential_invalid');
    const wrong = { ...(await bodyOf(alice)), message: 'no base64' };
    expectRefusal(await world.post('/sign-in', wrong), 400, 'field_invalid');
  });
});

describe('transaction version', () => {
  const versionOf = (transaction: string) => {
    const bytes = Buffer.from(transaction, 'base64');
    // Version 1 begins with its number; version 0 after the signatures.
    return bytes[0] === 0x81 ? 1 : (bytes[1 + 64 * (bytes[0] as number)] as number) & 0x7f;
  };

  test('0 in each prepare gives version 0; what does not fit is refused', async () => {
    const wallet = alice.address;
    const marketId = await world.createMarket();
    const version = { wallet, transactionVersion: 0 };
    const { body: config } = await world.get('/config');
    const expireAt = new Date(Date.parse(config.now) + 3_600_000).toISOString();
    const market = { question: 'Is it there?', outcomes: ['Yes', 'No'], expireAt, currency: 'SOL' };
    const calls: [string, object][] = [
      ['/account/transactions', { actions: [{ type: 'autoWithdraw', enabled: true }] }],
      [`/markets/${marketId}/bets/prepare`, { outcome: 'Yes', amount: 0.1 }],
      ['/markets/prepare', market],
    ];
    for (const [path, body] of calls) {
      const prepared = await world.post(path, { ...body, ...version });
      expect(prepared.status, `${path}: ${prepared.text}`).toBe(200);
      expect(versionOf(prepared.body.transaction)).toBe(0);
    }
    const question = `${'ü'.repeat(249)}?`;
    const sources = config.demo.webSources.slice(0, 1);
    const long = {
      ...{ ...market, question },
      condition: { type: 'web_value', sources, comparator: 'eq', value: 'x'.repeat(200) },
    };
    const whole = await world.post('/markets/prepare', { ...long, wallet });
    expect(whole.status, whole.text).toBe(200);
    expect(versionOf(whole.body.transaction)).toBe(1);
    const refused = await world.post('/markets/prepare', { ...long, ...version });
    expectRefusal(refused, 400, 'transaction_too_large');
  });

  test('no other version can be asked for', async () => {
    const actions = [{ type: 'autoWithdraw', enabled: true }];
    for (const transactionVersion of [1, '0', null, -1, 0.5]) {
      const body = { wallet: alice.address, actions, transactionVersion };
      expectRefusal(await world.post('/account/transactions', body), 400, 'field_invalid');
    }
  });
});
