// Webhooks over HTTP, with a receiver on this machine.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import {
  answers,
  isSignedWith,
  type Received,
  Receiver,
} from '../feed/webhooks/support/receiver.ts';
import { useWorld } from '../support/use-world.ts';
import { expectRefusal } from './support/refusal.ts';
import { createWallet } from './support/wallets.ts';

const world = useWorld({ TOTE_WEBHOOK_NETWORKS: '127.0.0.0/8' });
let receiver: Receiver;
let marketId: string;
beforeAll(async () => {
  receiver = await Receiver.start();
  marketId = await world.createMarket();
});
afterAll(() => receiver.close());

const as = 'alice' as const;
const create = (body: object = {}, options: object = { as }) =>
  world.post('/webhooks', { url: receiver.url, ...body }, options);
const list = async () => (await world.get('/webhooks', { as })).body;
const remove = (id: string) => world.call('DELETE', `/webhooks/${id}`, { as });
const receivedAt = (path: string) => receiver.received.filter((one) => one.path === path);

describe('webhooks', () => {
  test('what the feed says is posted, signed with the secret of the answer', async () => {
    const path = `/${randomBytes(4).toString('hex')}`;
    const url = `http://127.0.0.1:${receiver.port}${path}`;
    const types = ['bet.confirmed', 'odds.changed'];
    const made = await create({ url, types, markets: [marketId] });
    expect(made.status, made.text).toBe(200);
    const { secret, ...webhook } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ url, types, markets: [marketId], state: 'active' });
    const bet = await world.bet(marketId, 'alice', 'Yes', 0.01);
    expect(bet.status).toBe(201);
    await until(() => expect(receivedAt(path)).toHaveLength(2));
    const [first, second] = receivedAt(path) as [Received, Received];
    expect([first.event.type, second.event.type].sort()).toEqual(types);
    expect(BigInt(second.id)).toBeGreaterThan(BigInt(first.id));
    for (const one of [first, second]) {
      expect(isSignedWith(secret, one)).toBe(true);
      expect(one.id).toBe(one.event.id);
      expect(one.event.marketId).toBe(marketId);
    }
    await until(async () => {
      const { body } = await world.get(`/webhooks/${webhook.id}/deliveries`, { as });
      expect(body).toMatchObject([
        { eventId: second.id, attempt: 1, status: 200, failure: null },
        { eventId: first.id, attempt: 1, status: 200, failure: null },
      ]);
    });
    await until(async () => {
      const [listed] = (await list()).filter(({ id }: { id: string }) => id === webhook.id);
      expect(listed.lastEventId).toBe(second.id);
    });
    expect((await world.get('/webhooks', { as })).text).not.toContain(secret);
    expect((await remove(webhook.id)).text).not.toContain(secret);
    expectRefusal(await remove(webhook.id), 404, 'resource_not_found');
  });

  test('nobody sees, rotates or deletes those of another wallet', async () => {
    const { id } = (await create({ types: ['market.vetoed'] })).body;
    const bob = { as: 'bob' } as const;
    expect((await world.get('/webhooks', bob)).body).toEqual([]);
    expectRefusal(await world.get(`/webhooks/${id}/deliveries`, bob), 404, 'resource_not_found');
    const rotated = await world.call('POST', `/webhooks/${id}/secret`, bob);
    expectRefusal(rotated, 404, 'resource_not_found');
    expectRefusal(await world.call('DELETE', `/webhooks/${id}`, bob), 404, 'resource_not_found');
    const [listed] = await list();
    expect([listed.id, listed.previousSecretUntil]).toEqual([id, null]);
    await remove(id);
  });

  test('a rotation answers another secret, and both sign for a day', async () => {
    const path = '/rotated';
    const made = await create({ url: `http://127.0.0.1:${receiver.port}${path}`, ownWallet: true });
    const { id, secret: old } = made.body;
    const idempotencyKey = randomBytes(8).toString('hex');
    const rotate = () => world.call('POST', `/webhooks/${id}/secret`, { as, idempotencyKey });
    const rotated = await rotate();
    expect(rotated.status, rotated.text).toBe(200);
    const { secret, previousSecretUntil } = rotated.body;
    expect(secret).not.toBe(old);
    const hours = (Date.parse(previousSecretUntil) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect((await rotate()).body.secret, 'a retry rotates once').toBe(secret);
    await until(async () => {
      await world.bet(marketId, 'alice', 'No', 0.01);
      const last = receivedAt(path).at(-1) as Received;
      expect([isSignedWith(old, last), isSignedWith(secret, last)]).toEqual([true, true]);
    });
    await remove(id);
  });

  test('410 ends it, and the list says why', async () => {
    await using gone = await Receiver.start();
    gone.behave = answers(410);
    const { id } = (await create({ url: gone.url })).body;
    await world.bet(marketId, 'alice', 'Yes', 0.01);
    await until(async () => {
      const [listed] = await list();
      expect(listed).toMatchObject({ id, state: 'ended', endReason: 'it answered 410' });
      expect(listed.nextTryAt).toBeNull();
    });
    expect(gone.received).toHaveLength(1);
    await remove(id);
  });

  test('a retry with its Idempotency-Key makes one webhook, with one secret', async () => {
    const options = { as, idempotencyKey: randomBytes(8).toString('hex') };
    const body = { types: ['market.vetoed'] };
    const [first, second] = [await create(body, options), await create(body, options)];
    expect(second.body).toEqual(first.body);
    expect(await list()).toHaveLength(1);
    const other = await create({ types: ['market.closed'] }, options);
    expectRefusal(other, 409, 'idempotency_key_reused');
    await remove(first.body.id);
  });

  test.each([
    ['a private address', { url: 'https://10.0.0.1/' }, 'webhook_address_refused'],
    ['the metadata service', { url: 'http://169.254.169.254/' }, 'webhook_address_refused'],
    ['a public address without TLS', { url: 'http://1.1.1.1/' }, 'webhook_address_refused'],
    ['no address', { url: 'nowhere' }, 'webhook_address_refused'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'webhook_address_refused'],
    ['a password', { url: 'https://a:b@1.1.1.1/' }, 'webhook_address_refused'],
    ['a fragment', { url: 'https://1.1.1.1/#a' }, 'webhook_address_refused'],
    ['a long address', { url: `https://1.1.1.1/${'x'.repeat(2_040)}` }, 'field_invalid'],
    ['an unknown type', { types: ['bet'] }, 'field_invalid'],
    ['feed.reset, which every webhook gets', { types: ['feed.reset'] }, 'field_invalid'],
    ['no type', { types: [] }, 'field_invalid'],
    ['the wallet and markets', { markets: ['known'], ownWallet: true }, 'fields_exclusive'],
    ['another field', { secret: 'whsec_mine' }, 'field_unknown'],
  ])('%s is refused', async (_, change, code) => {
    const body = { ...change, ...('markets' in change && { markets: [marketId] }) };
    expectRefusal(await create(body), 400, code as never);
    expect(await list()).toEqual([]);
  });

  test('markets must exist, and are at most 20', async () => {
    const unknown = `market_${world.wallet('bob').address}`;
    expectRefusal(await create({ markets: [unknown] }), 404, 'market_not_found');
    const many = Array.from({ length: 21 }, (_, index) =>
      unknown.slice(0, -2).concat('123456789ABCDEFGHJKLMNPQ'[index] ?? '', 'a'),
    );
    expectRefusal(await create({ markets: many }), 400, 'field_invalid');
    expectRefusal(await create({ markets: many.slice(1) }), 404, 'market_not_found');
  });

  test('a wallet needs an account, the scope manage, and has at most 10', async () => {
    const stranger = await createWallet(world);
    expectRefusal(await create({}, stranger.as), 402, 'bettor_missing');
    const reader = await createWallet(world, ['read', 'bet']);
    expectRefusal(await create({}, reader.as), 403, 'not_allowed');
    expectRefusal(await create({}, {}), 401, 'credential_missing');
    const made: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      made.push((await create({ types: ['market.vetoed'] })).body.id);
    }
    expectRefusal(await create(), 403, 'webhooks_too_many');
    expect(await list()).toHaveLength(10);
    expect((await remove(made[0] as string)).status).toBe(200);
    const again = await create({ types: ['market.vetoed'] });
    expect(again.status).toBe(200);
    for (const id of [...made.slice(1), again.body.id]) await remove(id);
  });
});
