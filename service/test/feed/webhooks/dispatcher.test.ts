// Webhooks on a real store, with real receivers. Only the clock is moved.
import type { MarketId } from '@tote/chain/ids';
import { unixSeconds } from '@tote/domain';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../../tools/test-setup/until.ts';
import { appendFeed } from '../../../src/feed/event-group.ts';
import type { NewFeedEvent } from '../../../src/feed/feed-event.ts';
import { type FeedHub, openFeed } from '../../../src/feed/feed-hub.ts';
import { WebhookDispatcher } from '../../../src/feed/webhooks/dispatcher.ts';
import { MessagePoster } from '../../../src/feed/webhooks/message-poster.ts';
import { deriveSecret, formatSecret, hashSecret } from '../../../src/feed/webhooks/signature.ts';
import { retryDelayMs } from '../../../src/feed/webhooks/webhook-runner.ts';
import { renderEnvelope } from '../../../src/http/streams/envelope.ts';
import { findFeedBounds, pruneFeed } from '../../../src/store/journal/feed.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  rotateSecret,
  type Webhook,
} from '../../../src/store/journal/webhooks.ts';
import type { Store } from '../../../src/store/store.ts';
import { describeEngines } from '../../store/support/engines.ts';
import { NO_CRASH_POINTS } from '../../support/no-crash-points.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { answers, hangs, isSignedWith, Receiver } from './support/receiver.ts';

const SECRET = Buffer.alloc(32, 3);
const DAY_MS = 86_400_000;
const MARKETS = ['a', 'b', 'c'].map((letter) => `market_${letter}` as MarketId);

test('retries are further and further apart, up to 4 hours, with jitter', () => {
  expect([1, 2, 3, 20].map((failures) => retryDelayMs(failures, 0.5))).toEqual([
    5_000, 15_000, 45_000, 14_400_000,
  ]);
  expect([0, 1].map((random) => retryDelayMs(1, random))).toEqual([4_000, 6_000]);
});

describeEngines(['folder', 'postgres'], (engine) => {
  let skewMs = 0;
  const wallMs = () => Date.now() + skewMs;
  const closing: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    skewMs = 0;
  });

  async function openReceiver(): Promise<Receiver> {
    const receiver = await Receiver.start();
    closing.push(() => receiver.close());
    return receiver;
  }

  /** One replica: a feed and a dispatcher on the store. */
  async function openReplica(
    store: Store,
    secret: Uint8Array = SECRET,
  ): Promise<{ dispatcher: WebhookDispatcher; feed: FeedHub; stop(): Promise<void> }> {
    const feed = await openFeed(store);
    const networks = ['127.0.0.0/8'];
    const poster = new MessagePoster({ networks, wholeMsMax: 600_000 });
    const dispatcher = new WebhookDispatcher({
      ...{ store, feed, poster, secret, wallMs, log: SILENT_LOG, crash: NO_CRASH_POINTS },
      ...{ render: renderEnvelope, random: () => 0.5 },
    });
    dispatcher.start();
    let isStopped = false;
    const stop = async () => {
      if (isStopped) return;
      isStopped = true;
      await dispatcher.stop();
      await feed.close();
      poster.close();
    };
    closing.push(stop);
    return { dispatcher, feed, stop };
  }

  let webhooks = 0;
  async function addWebhook(store: Store, url: string, fields: Partial<Webhook> = {}) {
    webhooks += 1;
    const id = `whk_${String(webhooks).padStart(16, '0')}`;
    const { newest: lastEventId } = await findFeedBounds(store.db);
    const secret = deriveSecret(SECRET, id, 1);
    await store.write((db) =>
      insertWebhook(db, {
        ...{ id, wallet: 'alice', url, types: null, markets: null, isOwnWallet: false },
        address: null,
        ...{ secretHash: hashSecret(secret), createdAt: unixSeconds(1), lastEventId, ...fields },
      }),
    );
    await store.notify('webhook', id);
    return { id, secret: formatSecret(secret) };
  }

  const closedEvent = (marketId = MARKETS[0] as MarketId): NewFeedEvent => ({
    ...{ type: 'market.closed', marketId, wallet: null },
    data: { bettingClosesAt: '2030-01-01T00:00:00Z', expireAt: '2030-01-01T00:00:00Z' },
  });

  async function publish(store: Store, count = 1, event = closedEvent()): Promise<string[]> {
    const events = Array.from({ length: count }, () => event);
    const newest = await store.write(async (db) => {
      await appendFeed(db, events, wallMs());
      return (await findFeedBounds(db)).newest;
    });
    await store.notify('feed', '');
    return events.map((_, index) => String(newest - BigInt(count - 1 - index)));
  }

  /** A store with a replica, and a webhook to a receiver that behaves so. */
  async function start(behave = answers(200)) {
    const store = await engine.open();
    const receiver = await openReceiver();
    receiver.behave = behave;
    const replica = await openReplica(store);
    return { store, receiver, replica, ...(await addWebhook(store, receiver.url)) };
  }

  const stateOf = async (store: Store, id: string) => {
    const webhook = await findWebhook(store.db, id);
    if (!webhook) throw new Error('there is no such webhook');
    return webhook;
  };

  test('whoever has answered once is known, and has not before', async () => {
    const { store, receiver, id } = await start(answers(500));
    await publish(store);
    const read = async () => {
      const { isAnswered, failures = 0 } = (await findWebhook(store.db, id)) ?? {};
      return [isAnswered, failures > 0];
    };
    await expect.poll(read).toEqual([false, true]);
    receiver.behave = answers(204);
    skewMs += DAY_MS / 2;
    await expect.poll(read).toEqual([true, false]);
  });

  test('delivers new events in order, each once, signed, and stores how far it is', async () => {
    const store = await engine.open();
    const receiver = await openReceiver();
    await publish(store, 3);
    await openReplica(store);
    const { id, secret } = await addWebhook(store, receiver.url);
    const ids = await publish(store, 250);
    await until(() => expect(receiver.ids).toEqual(ids));
    const [first] = receiver.received;
    if (!first) throw new Error('nothing was received');
    expect(first.event).toMatchObject({ id: ids[0], type: 'market.closed', marketId: 'market_a' });
    expect(receiver.received.every((one) => isSignedWith(secret, one))).toBe(true);
    expect(isSignedWith(`whsec_${Buffer.alloc(32).toString('base64')}`, first)).toBe(false);
    expect(first.signatures).toHaveLength(1);
    expect(Math.abs(first.timestamp - Date.now() / 1_000)).toBeLessThan(60);
    await until(async () => {
      const stored = await stateOf(store, id);
      expect([String(stored.lastEventId), stored.deliveries.length]).toEqual([ids.at(-1), 50]);
      expect(stored.deliveries[0]).toMatchObject({
        ...{ eventId: ids.at(-1), type: 'market.closed', attempt: 1, status: 200, failure: null },
      });
    });
  });

  test('leaves out other types and markets, and does not read them again', async () => {
    const store = await engine.open();
    const receiver = await openReceiver();
    const { stop } = await openReplica(store);
    const types = ['market.closed'];
    const { id: ofTwo } = await addWebhook(store, `${receiver.url}/two`, {
      ...{ markets: MARKETS.slice(0, 2), types },
    });
    await addWebhook(store, `${receiver.url}/one`, { markets: MARKETS.slice(2) });
    await addWebhook(store, `${receiver.url}/types`, { types: ['market.vetoed'] });
    const expected = [
      ...(await publish(store)),
      ...(await publish(store, 1, closedEvent(MARKETS[1]))),
    ];
    const other = await publish(store, 1, closedEvent(MARKETS[2]));
    const of = (path: string) =>
      receiver.received.filter((one) => one.path === `/hook/${path}`).map((one) => one.id);
    await until(() => expect([of('two'), of('one')]).toEqual([expected, other]));
    expect(of('types')).toEqual([]);
    // The position moves on though nothing matched; it is stored now and then.
    await until(async () => {
      await store.notify('webhook', '');
      expect(String((await stateOf(store, ofTwo)).lastEventId)).toBe(other[0]);
    });
    await stop();
  });

  test('sends what concerns its wallet', async () => {
    const store = await engine.open();
    const receiver = await openReceiver();
    await openReplica(store);
    await addWebhook(store, receiver.url, { isOwnWallet: true });
    const deposit = (wallet: string): NewFeedEvent => ({
      ...{ type: 'account.deposited', marketId: null, wallet },
      data: { amount: '1.5', currency: 'SOL', balance: '2', transactionId: 't' },
    });
    await publish(store, 1, deposit('bob'));
    const own = await publish(store, 1, deposit('alice'));
    await until(() => expect(receiver.ids).toEqual(own));
    expect(receiver.received[0]?.event.data).toMatchObject({ wallet: 'alice', amount: 1.5 });
  });

  test('a failure is tried again later, and what comes after it waits', async () => {
    const { store, receiver, replica, id } = await start(answers(500));
    const ids = await publish(store, 150);
    await until(async () => expect((await stateOf(store, id)).failures).toBe(1));
    expect(receiver.ids).toEqual([ids[0]]);
    const counts = { active: 1, failing: 1, failed: 1 };
    expect(replica.dispatcher.measure()).toMatchObject(counts);
    const failed = await stateOf(store, id);
    expect(failed.deliveries).toMatchObject([
      { attempt: 1, status: 500, failure: 'it answered 500' },
    ]);
    expect((failed.nextTryMs ?? 0) - (failed.failingSinceMs ?? 0)).toBe(5_000);

    skewMs += 6_000;
    await until(async () => expect((await stateOf(store, id)).failures).toBe(2));
    expect(receiver.ids).toEqual([ids[0], ids[0]]);
    receiver.behave = answers(200);
    skewMs += 16_000;
    await until(() => expect(receiver.ids).toEqual([ids[0], ids[0], ...ids]));
    await until(async () => {
      const { failures, failingSinceMs, nextTryMs } = await stateOf(store, id);
      expect([failures, failingSinceMs, nextTryMs]).toEqual([0, null, null]);
    });
  });

  test('what was taken before a failure or a stop is not delivered again', async () => {
    const { store, receiver, replica, id } = await start();
    let bad: string | undefined;
    receiver.behave = (response, received) =>
      (received.id === bad ? answers(500) : answers(200))(response, received);
    const { newest } = await findFeedBounds(store.db);
    bad = String(newest + 3n);
    const ids = await publish(store, 6);
    await until(async () => expect((await stateOf(store, id)).failures).toBe(1));
    expect(receiver.ids).toEqual(ids.slice(0, 3));
    const { deliveries, lastEventId } = await stateOf(store, id);
    expect(deliveries.map(({ eventId, attempt, status }) => [eventId, attempt, status])).toEqual([
      [ids[2], 1, 500],
      [ids[1], 1, 200],
      [ids[0], 1, 200],
    ]);
    expect(String(lastEventId)).toBe(ids[1]);

    receiver.behave = (response, received) =>
      (received.id === ids[4] ? hangs : answers(200))(response, received);
    skewMs += 6_000;
    await until(() => expect(receiver.ids.at(-1)).toBe(ids[4]));
    await replica.stop();
    receiver.behave = answers(200);
    await openReplica(store);
    await until(() => expect(receiver.ids.at(-1)).toBe(ids[5]));
    expect(receiver.ids).toEqual([...ids.slice(0, 3), ...ids.slice(2, 5), ...ids.slice(4)]);
  });

  test('a receiver that hangs delays only itself', async () => {
    const store = await engine.open();
    const [slow, quick] = [await openReceiver(), await openReceiver()];
    slow.behave = hangs;
    await openReplica(store);
    await addWebhook(store, slow.url);
    await addWebhook(store, quick.url);
    const ids = await publish(store, 300);
    await until(() => expect(quick.ids).toEqual(ids));
    expect(slow.ids).toEqual([ids[0]]);
  });

  test('a day of failures ends it, and a moment less does not', async () => {
    const { store, receiver, id } = await start(answers(503));
    await publish(store);
    await until(async () => expect((await stateOf(store, id)).failures).toBe(1));
    skewMs += DAY_MS - 60_000;
    await until(async () => expect((await stateOf(store, id)).failures).toBe(2));
    expect((await stateOf(store, id)).endedAt).toBeNull();
    skewMs += 120_000;
    await until(async () => {
      const { endedAt, endReason } = await stateOf(store, id);
      expect(endedAt).not.toBeNull();
      expect(endReason).toBe('a day of failures: it answered 503');
    });
    expect(receiver.received).toHaveLength(3);
  });

  test('for a day after a rotation both secrets sign, then only the new one', async () => {
    const { store, receiver, id, secret: old } = await start();
    const present = deriveSecret(SECRET, id, 2);
    const previousUntil = unixSeconds(Math.floor(wallMs() / 1_000) + 86_400);
    const change = { id, generation: 2, secretHash: hashSecret(present), previousUntil };
    await store.write((db) => rotateSecret(db, change));
    await store.notify('webhook', id);
    const isSigned = (secret: string) => {
      const last = receiver.received.at(-1);
      return last !== undefined && isSignedWith(secret, last);
    };
    await until(async () => {
      const [published] = await publish(store);
      await until(() => expect(receiver.ids.at(-1)).toBe(published));
      expect([isSigned(old), isSigned(formatSecret(present))]).toEqual([true, true]);
    });
    skewMs += 86_500_000;
    const [published] = await publish(store);
    await until(() => expect(receiver.ids.at(-1)).toBe(published));
    expect([isSigned(old), isSigned(formatSecret(present))]).toEqual([false, true]);
  });

  test('a service with another key says that the secret is lost, and signs nothing', async () => {
    const store = await engine.open();
    const receiver = await openReceiver();
    await openReplica(store, Buffer.alloc(32, 4));
    const { id } = await addWebhook(store, receiver.url);
    await publish(store);
    await until(async () => {
      const [delivery] = (await stateOf(store, id)).deliveries;
      expect(delivery?.failure).toContain('its secret is lost');
    });
    expect(receiver.received).toEqual([]);
  });

  test('a webhook that missed what is no longer kept gets feed.reset first', async () => {
    const store = await engine.open();
    const receiver = await openReceiver();
    await publish(store);
    await addWebhook(store, receiver.url);
    await publish(store, 5);
    const kept = await publish(store, 2);
    skewMs += 1_000;
    await store.write((db) => pruneFeed(db, wallMs(), 7));
    await openReplica(store);
    await until(() => expect(receiver.ids.at(-1)).toBe(kept.at(-1)));
    const [reset] = receiver.received;
    expect(reset?.event.type).toBe('feed.reset');
    expect(reset?.id).toMatch(/^reset-\d+$/);
  });

  test('a deleted webhook gets nothing any more', async () => {
    const { store, receiver, replica, id } = await start();
    await publish(store);
    await until(() => expect(receiver.received).toHaveLength(1));
    await store.write((db) => deleteWebhook(db, { id, wallet: 'alice' }));
    await store.notify('webhook', id);
    await until(() => expect(replica.dispatcher.measure().active).toBe(0));
    await publish(store);
    await addWebhook(store, `${receiver.url}/other`);
    const [last] = await publish(store);
    await until(() => expect(receiver.received.at(-1)?.path).toBe('/hook/other'));
    expect(receiver.ids.filter((one) => one === last)).toHaveLength(1);
    expect(receiver.received).toHaveLength(2);
  });
});
