// The feed over server-sent events and over WebSocket.
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { FeedEvent } from '../../src/feed/feed-event.ts';
import { HTTP_LIMITS } from '../../src/http/http-limits.ts';
import { Streams } from '../../src/http/streams/streams.ts';
import { ALICE, BOB } from './support/memory-service.ts';
import { startServer, type TestServer, useServers } from './support/start-server.ts';

const start = useServers();
const sockets: { destroy(): void }[] = [];
// Hooks run in reverse order: before the servers are closed.
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function until(isTrue: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 20_000; !isTrue(); ) {
    if (performance.now() > deadline) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

interface Reader {
  readonly socket: Socket;
  text: string;
  isClosed: boolean;
}

/** A raw connection, to check the bytes. */
function readEvents(server: TestServer, query = '', headers = ''): Reader {
  const socket = connect(server.port, '127.0.0.1');
  const reader: Reader = { socket, text: '', isClosed: false };
  sockets.push(socket);
  socket.on('data', (data) => {
    reader.text += data;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    reader.isClosed = true;
  });
  socket.write(`GET /v1/events${query} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  return reader;
}

const idsOf = ({ text }: Reader) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

const isConnected = (reader: Reader) => reader.text.includes(': connected\n\n');

describe('GET /v1/events', () => {
  test('starts with the retry time and sends each event with id, type and envelope', async () => {
    const server = await start();
    const reader = readEvents(server);
    await until(() => isConnected(reader));
    expect(reader.text).toMatch(/content-type: text\/event-stream/i);
    expect(reader.text).toMatch(/cache-control: no-store/i);
    expect(reader.text).toMatch(/access-control-allow-origin: \*/i);
    expect(reader.text).toContain('retry: 2000\n');
    const marketId = `market_${ALICE}` as const;
    const expireAt = '2027-01-15T08:00:00Z';
    const data = { question: 'two\nlines', oracle: ALICE, expireAt, endsAt: expireAt };
    server.feed.publish({ type: 'attestation.wanted', marketId, data });
    await until(() => idsOf(reader).length === 1);
    const frame = /id: 1\nevent: attestation\.wanted\ndata: (.*)\n\n/.exec(reader.text);
    expect(JSON.parse(frame?.[1] ?? '')).toEqual({
      id: '1',
      type: 'attestation.wanted',
      marketId,
      data,
      at: '2027-01-15T08:00:00.000Z',
    });
  });

  test('numbers are sent as numbers, digit for digit, whatever else is text', async () => {
    const server = await start();
    const reader = readEvents(server);
    await until(() => isConnected(reader));
    const totalStake = { Yes: '123456789012345678.123456789', No: '0.000000001' };
    const data = { odds: { Yes: '0.7143', No: '0.2857' }, totalStake, sequence: '7', more: 'x' };
    server.feed.publish({ type: 'odds.changed', data });
    await until(() => idsOf(reader).length === 1);
    expect(reader.text).toContain(
      '"data":{"odds":{"Yes":0.7143,"No":0.2857},' +
        '"totalStake":{"Yes":123456789012345678.123456789,"No":0.000000001},"sequence":7},"at"',
    );
  });

  test('resumes after the last event, by header or by query, without a gap', async () => {
    const server = await start();
    for (let count = 0; count < 5; count += 1) server.feed.publish();
    const byAddress = readEvents(server, '?lastEventId=2');
    const byHeader = readEvents(server, '?lastEventId=1', 'Last-Event-ID: 3\r\n');
    const fresh = readEvents(server);
    await until(() => [byAddress, byHeader, fresh].every(isConnected));
    await until(() => server.feed.subscribers.size === 3);
    server.feed.publish();
    await until(() => [byAddress, byHeader, fresh].every((each) => idsOf(each).includes(6)));
    expect(idsOf(byAddress)).toEqual([3, 4, 5, 6]);
    expect(idsOf(byHeader)).toEqual([4, 5, 6]);
    expect(idsOf(fresh)).toEqual([6]);
    expect(byAddress.text).not.toContain('event: feed.reset');
  });

  test('says from where it goes on when the requested events were deleted', async () => {
    const server = await start();
    for (let count = 0; count < 5; count += 1) server.feed.publish();
    server.feed.oldest = 4n;
    const reader = readEvents(server, '?lastEventId=2');
    const complete = readEvents(server, '?lastEventId=3');
    const everything = readEvents(server, '?lastEventId=0');
    await until(() => [reader, complete, everything].every((each) => idsOf(each).includes(5)));
    expect(reader.text).toContain(
      'id: 3\nevent: feed.reset\ndata: {"id":"3","type":"feed.reset","marketId":null,' +
        '"data":{"lastEventId":"2","resumesAfter":"3"},"at":"',
    );
    expect(idsOf(reader)).toEqual([3, 4, 5]);
    for (const { text } of [complete, everything]) expect(text).not.toContain('feed.reset');
  });

  test('goes on with new events after an id that does not exist yet', async () => {
    const server = await start();
    for (let count = 0; count < 3; count += 1) server.feed.publish();
    const ahead = readEvents(server, '', 'Last-Event-ID: 4\r\n');
    const current = readEvents(server, '', 'Last-Event-ID: 3\r\n');
    await until(() => server.feed.subscribers.size === 2);
    server.feed.publish();
    await until(() => idsOf(ahead).includes(4) && idsOf(current).includes(4));
    expect(idsOf(ahead)).toEqual([3, 4]);
    expect(ahead.text).toContain('"data":{"lastEventId":"4","resumesAfter":"3"}');
    expect(idsOf(current)).toEqual([4]);
    expect(current.text).not.toContain('feed.reset');
  });

  test('filters by market and by wallet', async () => {
    const server = await start();
    const marketId = `market_${ALICE}` as const;
    const ofMarket = readEvents(server, `?marketId=${marketId}`);
    const ofWallet = readEvents(server, `?wallet=${BOB}`);
    await until(() => server.feed.subscribers.size === 2);
    server.feed.publish({ marketId, wallet: ALICE });
    server.feed.publish({ marketId: `market_${BOB}`, wallet: BOB });
    await until(() => idsOf(ofMarket).length > 0 && idsOf(ofWallet).length > 0);
    expect([idsOf(ofMarket), idsOf(ofWallet)]).toEqual([[1], [2]]);
  });

  test.each([
    ['?lastEventId=x', '', 400],
    ['?lastEventId=-1', '', 400],
    ['?lastEventId=99999999999999999999', '', 400],
    ['', 'Last-Event-ID: 1.5\r\n', 400],
    ['?wallet=x', '', 400],
    ['?marketId=x', '', 404],
    ['?x=1', '', 400],
  ])('%s %s is refused', async (query, headers, status) => {
    const server = await start();
    const reader = readEvents(server, query, `Connection: close\r\n${headers}`);
    await until(() => reader.isClosed);
    expect(reader.text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(reader.text).toMatch(/\{"error":"[^"]+"\}$/);
  });

  test('sends heartbeats', async () => {
    const server = await start({ limits: { heartbeatMs: 50 } });
    const reader = readEvents(server);
    await until(() => (reader.text.match(/: heartbeat\n\n/g) ?? []).length >= 3);
    const [, data = ''] = /\nevent: heartbeat\ndata: (.+)\n\n/.exec(reader.text) ?? [];
    expect(JSON.parse(data)).toEqual({
      ...{ type: 'heartbeat', at: '2027-01-15T08:00:00.000Z', chainTime: '2027-01-15T08:00:00Z' },
    });
    expect(reader.text, 'a heartbeat has no id').not.toMatch(/id: .*\nevent: heartbeat/);
  });

  test('a slow client is disconnected without delay, and can resume without a gap', async () => {
    const server = await start({ limits: { streamBufferBytesMax: 50_000 } });
    const slow = readEvents(server);
    const quick = readEvents(server);
    await until(() => server.feed.subscribers.size === 2);
    slow.socket.pause();
    const data = { text: 'x'.repeat(20_000) };
    for (let count = 1; server.feed.subscribers.size === 2 && count < 2_000; count += 1) {
      server.feed.publish({ data });
      await until(() => idsOf(quick).at(-1) === count || quick.isClosed);
      quick.text = `id: ${count}\n`;
    }
    expect(server.feed.subscribers.size).toBe(1);
    expect(quick.isClosed).toBe(false);
    slow.socket.resume();
    await until(() => slow.isClosed);
    // The last frame may be incomplete, so only complete ones count.
    const whole = slow.text.slice(0, slow.text.lastIndexOf('\n\n') + 2);
    const seen = idsOf({ ...slow, text: whole });
    expect(seen).toEqual(seen.map((_, index) => index + 1));
    const resumed = readEvents(server, '', `Last-Event-ID: ${seen.at(-1)}\r\n`);
    await until(() => idsOf(resumed).length > 0);
    expect(idsOf(resumed)[0]).toBe((seen.at(-1) ?? 0) + 1);
  });

  test('no heartbeat is sent while a slow client is disconnected', async () => {
    const limits = { streamBufferBytesMax: 50_000, heartbeatMs: 5 };
    const server = await start({ limits });
    const slow = readEvents(server);
    await until(() => server.feed.subscribers.size === 1);
    slow.socket.pause();
    const data = { text: 'x'.repeat(20_000) };
    while (server.feed.subscribers.size === 1) {
      server.feed.publish({ data });
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Until the connection is cut its end waits in the buffer. A write after it would be an error.
    await new Promise((resolve) => setTimeout(resolve, 200));
    slow.socket.resume();
    await until(() => slow.isClosed);
    expect((await server.request('GET', '/v1/config')).status).toBe(200);
  });

  test('ends when the client disconnects, and the number of streams is limited', async () => {
    const server = await start({ limits: { streamsMax: 2 } });
    const [one, two] = [readEvents(server), readEvents(server)];
    await until(() => server.feed.subscribers.size === 2);
    const third = await server.request('GET', '/v1/events');
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
    one.socket.destroy();
    await until(() => server.feed.subscribers.size === 1);
    const next = readEvents(server);
    await until(() => isConnected(next));
    expect(two.isClosed).toBe(false);
  });

  test('are limited for each address and for each wallet', async () => {
    const server = await start({
      ...{ limits: { streamsPerClientMax: 2 }, isLoopbackLimited: true, trustProxy: 1 },
    });
    const open = (headers: string) => readEvents(server, '', headers);
    const [one] = [
      open('X-Forwarded-For: 203.0.113.5\r\n'),
      open('X-Forwarded-For: 203.0.113.5\r\n'),
    ];
    await until(() => server.feed.subscribers.size === 2);
    const from = async (headers: Record<string, string>, as: string | null = null) => {
      const signal = AbortSignal.timeout(10_000);
      const sent = { ...headers, ...(as !== null && { authorization: `Bearer ${as}` }) };
      const response = await fetch(`${server.url}/v1/events`, { headers: sent, signal });
      await response.body?.cancel();
      return [response.status, response.headers.get('x-error-code')];
    };
    const address = { 'x-forwarded-for': '203.0.113.5' };
    const refusal = [429, 'streams_too_many'];
    expect(await from(address)).toEqual(refusal);
    expect(await from({ 'x-forwarded-for': '203.0.113.6' })).toEqual([200, null]);
    // Wallets are free: they share what their address has. An IPv6 network counts as one.
    expect(await from(address, 'alice')).toEqual(refusal);
    // A wallet counts wherever it is.
    open('X-Forwarded-For: 203.0.113.7\r\nAuthorization: Bearer bob\r\n');
    open('X-Forwarded-For: 203.0.113.8\r\nAuthorization: Bearer bob\r\n');
    await until(() => server.feed.subscribers.size >= 4);
    expect(await from({ 'x-forwarded-for': '203.0.113.9' }, 'bob')).toEqual(refusal);
    expect(await from({ 'x-forwarded-for': '203.0.113.9' }, 'alice')).toEqual([200, null]);
    one.socket.destroy();
    await expect.poll(() => from(address), { timeout: 10_000 }).toEqual([200, null]);
  });

  test('without a proxy this machine has no limit of its own', async () => {
    const server = await start({ limits: { streamsPerClientMax: 2 } });
    for (let count = 0; count < 4; count += 1) readEvents(server);
    await until(() => server.feed.subscribers.size === 4);
  });

  test('sends the reason when the service stops', async () => {
    const server = await startServer();
    const reader = readEvents(server);
    await until(() => server.feed.subscribers.size === 1);
    await server.close();
    await until(() => reader.isClosed);
    expect(reader.text).toContain(': the service is stopping\n\n');
    expect(server.feed.subscribers.size).toBe(0);
  });
});

test('new wallets of one address do not take all streams, and honest ones stay open', () => {
  const streams = new Streams(HTTP_LIMITS);
  const open = (...clients: string[]) => {
    try {
      return streams.open(clients);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const honest = open('203.0.113.1', ALICE);
  const attempts = Array.from({ length: 20 * 100 }, (_, at) =>
    open('198.51.100.7', `new ${at % 20}`),
  );
  const opened = attempts.filter((one) => typeof one === 'object');
  expect(opened).toHaveLength(100);
  expect(new Set(attempts.slice(100))).toEqual(new Set(['streams_too_many']));
  let isStopped = false;
  if (typeof honest === 'object') honest.onStop(() => (isStopped = true));
  expect(typeof open('203.0.113.2', BOB)).toBe('object');
  // Each that ends makes room for one.
  opened[0]?.end();
  opened[0]?.end();
  expect(typeof open('198.51.100.7')).toBe('object');
  expect(open('198.51.100.7')).toBe('streams_too_many');
  expect(isStopped).toBe(false);
});

test('a WebSocket and an event stream of one address count together', async () => {
  const server = await start({ limits: { streamsPerClientMax: 2 }, isLoopbackLimited: true });
  const [one, two] = [readEvents(server), listen(server)];
  await until(() => server.feed.subscribers.size === 2);
  const third = await server.request('GET', '/v1/events');
  expect([third.status, third.headers.get('x-error-code')]).toEqual([429, 'streams_too_many']);
  expect([one.isClosed, two.closed]).toEqual([false, null]);
});

interface Listener {
  readonly socket: WebSocket;
  readonly messages: Partial<FeedEvent>[];
  closed: [code: number, reason: string] | null;
}

function listen(server: TestServer, query = ''): Listener {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/v1/ws${query}`);
  const listener: Listener = { socket, messages: [], closed: null };
  sockets.push({ destroy: () => socket.terminate() });
  socket.on('message', (data) => listener.messages.push(JSON.parse(String(data))));
  socket.on('error', () => {});
  socket.on('close', (code, reason) => {
    listener.closed = [code, String(reason)];
  });
  return listener;
}

describe('/v1/ws', () => {
  test('sends the same envelopes, resumes and filters', async () => {
    const server = await start();
    for (let count = 0; count < 3; count += 1) server.feed.publish({ wallet: ALICE });
    const listener = listen(server, `?lastEventId=1&wallet=${ALICE}`);
    await until(() => listener.messages.length === 2);
    server.feed.publish({ wallet: BOB });
    const data = { wallet: ALICE, currency: 'SOL', balance: '2', transactionId: 'x' };
    const type = 'account.deposited';
    server.feed.publish({ wallet: ALICE, type, data: { ...data, amount: '1.5' } });
    await until(() => listener.messages.length === 3);
    expect(listener.messages.map(({ id }) => id)).toEqual(['2', '3', '5']);
    expect(listener.messages[2]).toEqual({
      id: '5',
      type,
      marketId: null,
      data: { ...data, amount: 1.5, balance: 2 },
      at: '2027-01-15T08:00:00.000Z',
    });
  });

  test('says from where it goes on, and sends heartbeats', async () => {
    const server = await start({ limits: { heartbeatMs: 60 } });
    for (let count = 0; count < 5; count += 1) server.feed.publish();
    server.feed.oldest = 5n;
    const listener = listen(server, '?lastEventId=1');
    await until(() => listener.messages.filter(({ type }) => `${type}` === 'heartbeat').length > 2);
    expect(listener.messages.find(({ type }) => `${type}` === 'heartbeat')).toEqual({
      ...{ type: 'heartbeat', at: '2027-01-15T08:00:00.000Z', chainTime: '2027-01-15T08:00:00Z' },
    });
    expect(listener.messages.slice(0, 2)).toMatchObject([
      { id: '4', type: 'feed.reset', data: { lastEventId: '1', resumesAfter: '4' } },
      { id: '5', type: 'test.event' },
    ]);
  });

  test('refuses a wrong query before the upgrade', async () => {
    const server = await start();
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/v1/ws?wallet=x`);
    const [status, text] = await new Promise<[number | undefined, string]>((resolve) => {
      socket.on('error', () => {});
      socket.on('unexpected-response', (_request, response) => {
        let body = '';
        response.on('data', (data) => {
          body += data;
        });
        response.on('end', () => resolve([response.statusCode, body]));
      });
    });
    expect(status).toBe(400);
    expect(Object.keys(JSON.parse(text))).toEqual(['error']);
  });

  test('a client that sends too much or reads too slowly is disconnected', async () => {
    const server = await start({ limits: { streamBufferBytesMax: 50_000 } });
    const loud = listen(server);
    const slow = listen(server);
    await until(() => server.feed.subscribers.size === 2);
    loud.socket.send('x'.repeat(5_000));
    await until(() => loud.closed !== null);
    expect(server.feed.subscribers.size).toBe(1);
    slow.socket.pause();
    const data = { text: 'x'.repeat(20_000) };
    for (let count = 0; server.feed.subscribers.size === 1 && count < 2_000; count += 1) {
      server.feed.publish({ data });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.feed.subscribers.size).toBe(0);
    slow.socket.resume();
    await until(() => slow.closed !== null);
  });

  test('sends the reason when the service stops', async () => {
    const server = await startServer();
    const listener = listen(server);
    await until(() => server.feed.subscribers.size === 1);
    await server.close();
    await until(() => listener.closed !== null);
    expect(listener.closed).toEqual([1001, 'the service is stopping']);
  });
});
