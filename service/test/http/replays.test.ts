// Replays of the real feed to readers that are slow or do not read at all.
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { appendFeed } from '../../src/feed/append.ts';
import { type FeedHub, openFeed } from '../../src/feed/feed-hub.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { startServer, type TestServer } from './support/start-server.ts';

/** Together more than the buffers of a connection hold. */
const EVENTS = 20_000;
const TEXT = 'x'.repeat(1_000);
const POLL = { timeout: 90_000, interval: 20 };

let store: Store;
let feed: FeedHub;
let server: TestServer | undefined;
const sockets: { destroy(): void }[] = [];

beforeAll(async () => {
  store = await openStore();
  const data = { operator: true, oracle: false, by: TEXT };
  const event = { type: 'keys.disabled', marketId: null, wallet: null, data } as const;
  for (let done = 0; done < EVENTS; done += 1_000) {
    const events = Array.from({ length: 1_000 }, () => event);
    await store.write((db) => appendFeed(db, events, 1));
  }
  feed = await openFeed(store);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
  server = undefined;
});
afterAll(async () => {
  await feed.close();
  await store.close();
});

interface Reader {
  readonly socket: Socket;
  ids: number;
  isClosed: boolean;
}

function replay({ port }: TestServer): Reader {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const reader: Reader = { socket, ids: 0, isClosed: false };
  let rest = '';
  socket.on('data', (data) => {
    const lines = (rest + data).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line === `id: ${reader.ids + 1}`) reader.ids += 1;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    reader.isClosed = true;
  });
  socket.write('GET /v1/events?lastEventId=0 HTTP/1.1\r\nHost: x\r\n\r\n');
  return reader;
}

describe('a reader that pauses during its replay', () => {
  test('gets every event once, in order, over server-sent events', async () => {
    server = await startServer({ feed });
    const reader = replay(server);
    await expect.poll(() => reader.ids, POLL).toBeGreaterThan(100);
    reader.socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(reader.ids).toBeLessThan(EVENTS);
    reader.socket.resume();
    await expect.poll(() => reader.ids, POLL).toBe(EVENTS);
    expect(reader.isClosed).toBe(false);
  });

  test('gets every event once, in order, over a WebSocket', async () => {
    server = await startServer({ feed });
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/v1/ws?lastEventId=0`);
    sockets.push({ destroy: () => socket.terminate() });
    const ids: number[] = [];
    let isClosed = false;
    socket.on('close', () => {
      isClosed = true;
    });
    socket.on('message', (data) => {
      const { id } = JSON.parse(String(data));
      // A heartbeat has none.
      if (id !== undefined) ids.push(Number(id));
    });
    await expect.poll(() => ids.length, POLL).toBeGreaterThan(100);
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(ids.length).toBeLessThan(EVENTS);
    socket.resume();
    await expect.poll(() => ids.length, POLL).toBe(EVENTS);
    expect(ids.every((id, index) => id === index + 1)).toBe(true);
    expect(isClosed).toBe(false);
  });
});

test('readers that take nothing are disconnected after a while, and hold up nobody', async () => {
  server = await startServer({ feed, limits: { streamStallMsMax: 1_500 } });
  const idle = Array.from({ length: 30 }, () => replay(server as TestServer));
  for (const { socket } of idle) socket.pause();
  const reader = replay(server);
  await expect.poll(() => reader.ids, POLL).toBe(EVENTS);
  expect((await server.request('GET', '/v1/config')).status).toBe(200);
  const { app } = server;
  // Asked of the server: a paused socket does not hear of its end before it reads.
  const open = () => new Promise((resolve) => app.server.getConnections((_, n) => resolve(n)));
  await expect.poll(open, POLL).toBeLessThanOrEqual(2);
});
