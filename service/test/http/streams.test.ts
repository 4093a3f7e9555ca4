// The connections of the feed: frames, heartbeats, slow readers, limits, the end. What is sent to
// whom, and from where a reader resumes, is tested in test/feed and test/story/feed.test.ts.
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { appendFeed } from '../../src/feed/event-group.ts';
import type { NewFeedEvent } from '../../src/feed/feed-event.ts';
import { type FeedHub, openFeed } from '../../src/feed/feed-hub.ts';
import { HTTP_LIMITS } from '../../src/http/http-limits.ts';
import { Streams } from '../../src/http/streams/streams.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type TestServer, useServers } from './support/servers.ts';

const AT_MS = 1_800_000_000_000;
/** In the store from the beginning; together more than the buffers of a connection hold. */
const STORED = 4_000;

const servers = useServers();
let store: Store;
let feed: FeedHub;
const sockets: { destroy(): void }[] = [];

beforeAll(async () => {
  store = await openStore();
  for (let done = 0; done < STORED; done += 500) await append(500);
  feed = await openFeed(store);
});
// Hooks run in reverse order: before the servers are closed.
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await feed.close();
  await store.close();
});

const LARGE = { operator: true, oracle: false, by: 'x'.repeat(5_000) };

async function append(count: number, data: object = LARGE, type = 'keys.disabled') {
  const event = { type, marketId: null, wallet: null, data } as unknown as NewFeedEvent;
  await store.write((db) => appendFeed(db, Array(count).fill(event), AT_MS));
  await store.notify('feed', '');
}

const start = (changes: Parameters<typeof servers.start>[0] = {}) =>
  servers.start({ feed, ...changes });

async function countReaders(): Promise<number> {
  const { live, replaying } = await feed.measure();
  return live + replaying;
}
const connectionsOf = ({ app }: TestServer) =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
const untilReaders = (count: number) => expect.poll(countReaders).toBe(count);

interface Reader {
  readonly socket: Socket;
  text: string;
  /** How many events came, whose ids had no gap. */
  events: number;
  lastId: number;
  hasGap: boolean;
  isClosed: boolean;
}

/** A raw connection, to check the bytes. */
function readEvents({ port }: TestServer, query = '', headers = ''): Reader {
  const socket = connect(port, '127.0.0.1');
  const reader: Reader = {
    ...{ socket, text: '', events: 0, lastId: 0, hasGap: false, isClosed: false },
  };
  sockets.push(socket);
  let rest = '';
  socket.on('data', (data) => {
    const lines = (rest + data).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {"id":"') || reader.events < 3) reader.text += `${line}\n`;
      const [, id] = /^id: (\d+)$/.exec(line) ?? [];
      if (id === undefined) continue;
      reader.hasGap ||= reader.events > 0 && Number(id) !== reader.lastId + 1;
      reader.events += 1;
      reader.lastId = Number(id);
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    reader.isClosed = true;
  });
  socket.write(`GET /v1/events${query} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  return reader;
}

interface Listener {
  readonly socket: WebSocket;
  // biome-ignore lint/suspicious/noExplicitAny: messages of any shape.
  readonly messages: any[];
  closed: [code: number, reason: string] | null;
}

function listen({ port }: TestServer, query = ''): Listener {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws${query}`);
  const listener: Listener = { socket, messages: [], closed: null };
  sockets.push({ destroy: () => socket.terminate() });
  socket.on('message', (data) => listener.messages.push(JSON.parse(String(data))));
  socket.on('error', () => {});
  socket.on('close', (code, reason) => {
    listener.closed = [code, String(reason)];
  });
  return listener;
}

describe('a frame', () => {
  test('has id, type and envelope, after the retry time', async () => {
    const reader = readEvents(await start());
    await untilReaders(1);
    const data = { odds: { Yes: '0.7143', No: '0.2857' }, sequence: '7', more: 'x' };
    const totalStake = { Yes: '123456789012345678.123456789', No: '0.000000001' };
    await append(1, { ...data, totalStake }, 'odds.changed');
    await expect.poll(() => reader.events).toBe(1);
    expect(reader.text).toMatch(/content-type: text\/event-stream/i);
    expect(reader.text).toMatch(/cache-control: no-store/i);
    expect(reader.text).toMatch(/access-control-allow-origin: \*/i);
    expect(reader.text).toContain('retry: 2000\n: connected\n\n');
    // Numbers are sent as numbers, digit for digit.
    await expect
      .poll(() => reader.text)
      .toContain(
        `id: ${reader.lastId}\nevent: odds.changed\n` +
          `data: {"id":"${reader.lastId}","type":"odds.changed","marketId":null,` +
          '"data":{"odds":{"Yes":0.7143,"No":0.2857},' +
          '"totalStake":{"Yes":123456789012345678.123456789,"No":0.000000001},"sequence":7},' +
          '"at":"2027-01-15T08:00:00.000Z"}\n',
      );
  });

  test('heartbeats have no id, and come over both streams', async () => {
    const server = await start({ limits: { heartbeatMs: 50 } });
    const [reader, listener] = [readEvents(server), listen(server)];
    const count = () => (reader.text.match(/: heartbeat\n\n/g) ?? []).length;
    await expect.poll(count).toBeGreaterThan(2);
    await expect.poll(() => listener.messages.length).toBeGreaterThan(0);
    const [, data = ''] = /\nevent: heartbeat\ndata: (.+)\n\n/.exec(reader.text) ?? [];
    const heartbeat = { type: 'heartbeat', at: expect.any(String), chainTime: expect.any(String) };
    expect(JSON.parse(data)).toEqual(heartbeat);
    expect(listener.messages[0]).toEqual(heartbeat);
    expect(reader.text).not.toMatch(/id: .*\nevent: heartbeat/);
  });
});

describe('a reader that pauses during its replay', () => {
  test('gets every event once, in order, over server-sent events', async () => {
    const reader = readEvents(await start(), '?lastEventId=0');
    await expect.poll(() => reader.events).toBeGreaterThan(100);
    reader.socket.pause();
    await expect.poll(() => reader.socket.isPaused()).toBe(true);
    expect(reader.events).toBeLessThan(STORED);
    reader.socket.resume();
    await expect.poll(() => reader.events).toBeGreaterThanOrEqual(STORED);
    expect([reader.hasGap, reader.isClosed]).toEqual([false, false]);
  });

  test('gets every event once, in order, over a WebSocket', async () => {
    const { socket, messages, ...listener } = listen(await start(), '?lastEventId=0');
    await expect.poll(() => messages.length).toBeGreaterThan(100);
    socket.pause();
    expect(messages.length).toBeLessThan(STORED);
    socket.resume();
    const ids = () => messages.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
    await expect.poll(() => ids().length).toBeGreaterThanOrEqual(STORED);
    const [first = 0, ...others] = ids();
    expect(others.every((id, index) => id === first + index + 1)).toBe(true);
    expect(listener.closed).toBe(null);
  });

  test('that takes nothing is disconnected after a while, and holds up nobody', async () => {
    const server = await start({ limits: { streamStallMsMax: 1_500 } });
    const idle = Array.from({ length: 30 }, () => readEvents(server, '?lastEventId=0'));
    for (const { socket } of idle) socket.pause();
    const reader = readEvents(server, '?lastEventId=0');
    await expect.poll(() => reader.events).toBeGreaterThanOrEqual(STORED);
    expect((await server.request('GET', '/v1/config')).status).toBe(200);
    // Asked of the server: a paused socket does not hear of its end before it reads.
    await expect.poll(() => connectionsOf(server)).toBeLessThanOrEqual(2);
  });
});

describe('a slow reader', () => {
  const data = { ...LARGE, by: 'x'.repeat(20_000) };
  const limits = { streamBufferBytesMax: 50_000, heartbeatMs: 5 };

  test('is disconnected without harm to others, and can resume without a gap', async () => {
    const server = await start({ limits });
    const [slow, quick] = [readEvents(server), readEvents(server)];
    await untilReaders(2);
    slow.socket.pause();
    // Heartbeats go on meanwhile: what is written after the end would be an error.
    // Two at a time: more would be too much for anybody.
    for (let count = 2; (await countReaders()) === 2 && count < 2_000; count += 2) {
      await append(2, data);
      await expect.poll(() => quick.events).toBe(count);
    }
    expect(await countReaders()).toBe(1);
    expect([quick.isClosed, quick.hasGap]).toEqual([false, false]);
    slow.socket.resume();
    await expect.poll(() => slow.isClosed).toBe(true);
    expect(slow.hasGap).toBe(false);
    const resumed = readEvents(server, '', `Last-Event-ID: ${slow.lastId - 1}\r\n`);
    await expect.poll(() => resumed.events).toBeGreaterThan(0);
    await expect.poll(() => resumed.lastId).toBe(quick.lastId);
    expect(resumed.hasGap).toBe(false);
  });

  test('of a WebSocket is disconnected, and so is one that sends too much', async () => {
    // Whoever leaves a heartbeat unanswered is disconnected: 5 ms are too short for that.
    const { streamBufferBytesMax } = limits;
    const server = await start({ limits: { streamBufferBytesMax } });
    const [loud, slow] = [listen(server), listen(server)];
    await untilReaders(2);
    // The server counts it before its client has heard that it is open.
    await expect.poll(() => loud.socket.readyState).toBe(WebSocket.OPEN);
    loud.socket.send('x'.repeat(5_000));
    await expect.poll(() => loud.closed).not.toBe(null);
    await untilReaders(1);
    slow.socket.pause();
    for (let count = 0; (await countReaders()) === 1 && count < 2_000; count += 20) {
      await append(20, data);
    }
    await untilReaders(0);
    slow.socket.resume();
    await expect.poll(() => slow.closed).not.toBe(null);
  });
});

describe('the number of streams', () => {
  test('is limited, and one that ends makes room', async () => {
    const server = await start({ limits: { streamsMax: 2 } });
    const [one, two] = [readEvents(server), readEvents(server)];
    await untilReaders(2);
    const third = await server.request('GET', '/v1/events');
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
    one.socket.destroy();
    await untilReaders(1);
    readEvents(server);
    await untilReaders(2);
    expect(two.isClosed).toBe(false);
  });

  test('is limited for each address and for each wallet', async () => {
    const server = await start({
      ...{ limits: { streamsPerClientMax: 2 }, isLoopbackLimited: true, trustProxy: 1 },
    });
    const open = (headers: string) => readEvents(server, '', headers);
    const [one] = [
      open('X-Forwarded-For: 203.0.113.5\r\n'),
      open('X-Forwarded-For: 203.0.113.5\r\n'),
    ];
    await untilReaders(2);
    const { world } = servers;
    const from = async (address: string, as: 'alice' | 'bob' | null = null) => {
      const authorization = as && `Bearer ${world.wallet(as).apiKey}`;
      const headers = { 'x-forwarded-for': address, ...(authorization && { authorization }) };
      const response = await fetch(`${server.url}/v1/events`, { headers });
      await response.body?.cancel();
      return [response.status, response.headers.get('x-error-code')];
    };
    const refusal = [429, 'streams_too_many'];
    expect(await from('203.0.113.5')).toEqual(refusal);
    expect(await from('203.0.113.6')).toEqual([200, null]);
    // Wallets are free: they share what their address has.
    expect(await from('203.0.113.5', 'alice')).toEqual(refusal);
    // A wallet counts wherever it is.
    const bob = `Authorization: Bearer ${world.wallet('bob').apiKey}\r\n`;
    open(`X-Forwarded-For: 203.0.113.7\r\n${bob}`);
    open(`X-Forwarded-For: 203.0.113.8\r\n${bob}`);
    await expect.poll(countReaders).toBeGreaterThanOrEqual(4);
    await expect.poll(() => from('203.0.113.9', 'bob')).toEqual(refusal);
    expect(await from('203.0.113.9', 'alice')).toEqual([200, null]);
    one.socket.destroy();
    await expect.poll(() => from('203.0.113.5')).toEqual([200, null]);
  });

  test('has no limit for this machine without a proxy; both kinds count together', async () => {
    const limits = { streamsPerClientMax: 2 };
    const free = await start({ limits });
    for (let count = 0; count < 4; count += 1) readEvents(free);
    await untilReaders(4);
    const server = await start({ limits, isLoopbackLimited: true });
    const [one, two] = [readEvents(server), listen(server)];
    await untilReaders(6);
    const third = await server.request('GET', '/v1/events');
    expect([third.status, third.headers.get('x-error-code')]).toEqual([429, 'streams_too_many']);
    expect([one.isClosed, two.closed]).toEqual([false, null]);
  });

  test('counts none that was refused, or whose connection had ended before', async () => {
    const { authenticator, audience } = servers.options;
    let count = () => -1;
    const isOver = new EventEmitter();
    const authenticate: typeof authenticator.authenticate = async (request) => {
      await once(isOver, 'over');
      return authenticator.authenticate(request);
    };
    const server = await start({
      authenticator: { authenticate, recognize: () => undefined },
      audience: { ask: () => audience?.ask(), followStreams: (given) => (count = given) },
    });
    const refused = readEvents(server, '', 'Last-Event-ID: x\r\n');
    await expect.poll(() => refused.text).toContain('400 Bad Request');
    // Its connection is kept for ten seconds.
    await expect.poll(count, { timeout: 5_000 }).toBe(0);
    expect(refused.isClosed).toBe(false);
    refused.socket.destroy();
    await expect.poll(() => connectionsOf(server)).toBe(0);

    const key = `Authorization: Bearer ${servers.world.wallet('alice').apiKey}\r\n`;
    const gone = readEvents(server, '', key);
    await expect.poll(() => isOver.listenerCount('over')).toBe(1);
    gone.socket.destroy();
    await expect.poll(() => connectionsOf(server)).toBe(0);
    isOver.emit('over');
    // Answered after the other one.
    expect((await server.request('GET', '/healthz')).status).toBe(200);
    await expect.poll(count).toBe(0);
  });

  test('one for a connection: what would wait behind it is refused, and keeps nothing', async () => {
    const server = await start();
    const { socket } = readEvents(server);
    await untilReaders(1);
    socket.write('GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(19));
    const metrics = async () => (await server.request('GET', '/metrics')).text;
    await expect.poll(metrics).toContain('tote_refusals_total{code="request_malformed"} 19\n');
    expect(await countReaders()).toBe(1);
    socket.destroy();
    await untilReaders(0);
  });

  test('new wallets of one address do not take all, and one that ends makes room for one', () => {
    const streams = new Streams(HTTP_LIMITS);
    const [first] = Array.from({ length: 100 }, (_, at) => streams.open(['here', `new ${at}`]));
    const openMore = () => streams.open(['here', 'one more']);
    const tooMany = expect.objectContaining({ code: 'streams_too_many' });
    expect(openMore).toThrow(tooMany);
    first?.end();
    first?.end();
    openMore();
    expect(openMore).toThrow(tooMany);
    streams.open(['elsewhere', 'bob']);
  });
});

test('both streams are told why they end when the service stops', async () => {
  const server = await start();
  const [reader, listener] = [readEvents(server), listen(server)];
  await untilReaders(2);
  await server.app.close();
  await expect.poll(() => [reader.isClosed, listener.closed !== null]).toEqual([true, true]);
  expect(reader.text).toContain(': the service is stopping\n');
  expect(listener.closed).toEqual([1001, 'the service is stopping']);
  await untilReaders(0);
});
