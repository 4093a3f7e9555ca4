// Who gets a place for a webhook, on both engines. Receivers and chain are not needed for it.
import type { Address } from '@solana/kit';
import { SCOPES } from '@tote/domain';
import { expect, test } from 'vitest';
import { createWebhook } from '../../src/accounts/webhooks.ts';
import { MessagePoster } from '../../src/feed/webhooks/message-poster.ts';
import { findWebhook, saveProgress, type Webhook } from '../../src/store/journal/webhooks.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from '../store/support/engines.ts';

const ATTACKER = '198.51.100.7';

describeEngines(['memory', 'postgres'], (engine) => {
  const poster = new MessagePoster({ networks: ['127.0.0.0/8'] });

  /** `webhooksMax`: in all. */
  async function open(webhooksMax?: number, store?: Store) {
    const used = store ?? (await engine.open());
    const context = {
      ...{ store: used, wallMs: Date.now, webhookSecret: Buffer.alloc(32, 1), poster, webhooksMax },
      ...{ ownWallets: new Set<string>(), findMarket: async () => undefined },
      hasAccount: async () => true,
    };
    const create = async (wallet: string, address: string | null) => {
      const caller = { wallet: wallet as Address, scopes: new Set(SCOPES) };
      const input = { url: 'http://127.0.0.1:9/', address };
      return (await createWebhook(context, caller, input)).webhook;
    };
    const refused = (wallet: string, address: string | null) =>
      create(wallet, address).then(
        () => null,
        (error) => [error.code, error.status],
      );
    return { store: used, create, refused };
  }

  const progress = (store: Store, webhook: Webhook, change: Partial<Webhook>) =>
    store.write((db) => saveProgress(db, { ...webhook, ...change }));
  const listActive = async (store: Store) => {
    const rows = await store.db
      .selectFrom('webhooks')
      .select(['id', 'address'])
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows;
  };

  test('an address has 20, whatever its wallets, and another one is not affected', async () => {
    const { store, create, refused } = await open();
    for (let count = 0; count < 20; count += 1) await create(`wallet ${count % 5}`, ATTACKER);
    const before = await listActive(store);
    for (let count = 0; count < 10; count += 1) {
      expect(await refused(`new ${count}`, ATTACKER)).toEqual(['webhooks_too_many', 403]);
    }
    expect(await listActive(store)).toEqual(before);
    await create('honest', '203.0.113.1');
    // This machine has no limit, but a wallet has.
    for (let count = 0; count < 30; count += 1) await create(`local ${count % 3}`, null);
    expect(await refused('local 0', null)).toEqual(['webhooks_too_many', 403]);
    expect(await listActive(store)).toHaveLength(51);
  });

  test('one that never answered gives its place first, then one that fails', async () => {
    const { store, create, refused } = await open(5);
    const answered = { isAnswered: true };
    const works = await create('a', '203.0.113.1');
    const fails = await create('b', '203.0.113.2');
    const fresh = await create('c', '203.0.113.3');
    const strangers = [await create('d', ATTACKER), await create('e', ATTACKER)];
    await progress(store, works, answered);
    await progress(store, fails, { ...answered, failures: 3, failingSinceMs: 1 });
    const isActive = async ({ id }: Webhook) => (await findWebhook(store.db, id))?.endedAt === null;
    const states = () => Promise.all([works, fails, fresh].map(isActive));
    // The address with the most webhooks loses one.
    const next = await create('f', '203.0.113.4');
    expect(await states()).toEqual([true, true, true]);
    const reasons = await Promise.all(
      strangers.map(async ({ id }) => (await findWebhook(store.db, id))?.endReason ?? ''),
    );
    expect(reasons.sort()).toEqual(['', expect.stringContaining('had not answered')]);
    await progress(store, next, answered);
    for (const address of ['203.0.113.5', '203.0.113.6']) {
      await progress(store, await create(address, address), answered);
    }
    expect(await states()).toEqual([true, true, false]);
    await progress(store, await create('g', '203.0.113.7'), answered);
    expect(await states()).toEqual([true, false, false]);
    // All of them work now.
    const before = await listActive(store);
    expect(await refused('h', '203.0.113.8')).toEqual(['webhooks_full', 503]);
    expect(await listActive(store)).toEqual(before);
    expect(before).toHaveLength(5);
  });

  test('100 wallets do not take all places of receivers that answer', async () => {
    const { store, create, refused } = await open(30);
    const honest: Webhook[] = [];
    for (let count = 0; count < 5; count += 1) {
      const webhook = await create(`honest ${count}`, `203.0.113.${count}`);
      await progress(store, webhook, { isAnswered: true });
      honest.push(webhook);
    }
    for (let count = 0; count < 100; count += 1) {
      await refused(`stranger ${count}`, `198.51.100.${count % 10}`);
    }
    const active = await listActive(store);
    expect(active).toHaveLength(30);
    const ids = new Set(active.map(({ id }) => id));
    expect(honest.filter(({ id }) => !ids.has(id))).toEqual([]);
    const another = await create('newcomer', '203.0.113.99');
    await progress(store, another, { isAnswered: true });
    expect((await findWebhook(store.db, another.id))?.isAnswered).toBe(true);
  });
});
