import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PageAccess } from '@tote/chain/lib/page-access';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../../../tools/test-setup/until.ts';
import { Chain } from '../../src/chain.ts';
import { WebSocketHandler } from '../../src/transports/websocket-handler.ts';
import { startServed } from '../support/localnet.ts';

const LARGE = '2Zp9cqBDnuDYTSFCX1AHBzEbPUdBGfZ3fXvPFMMKDKyq';

interface Message {
  id?: unknown;
  result?: unknown;
  method?: string;
  params?: { subscription: number; result: unknown };
  error?: { code: number; message: string };
}

/** A client that sends plain JSON, so that the test sees the raw messages. */
async function open(url: string) {
  const socket = new WebSocket(url);
  const messages: Message[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  socket.on('error', () => {});
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  // Not by `until`, which moves fake timers.
  const call = async (method: string, ...params: unknown[]) => {
    const id = Math.random();
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    for (;;) {
      const answer = messages.find((message) => message.id === id);
      if (answer) return answer;
      await once(socket, 'message');
    }
  };
  return { socket, messages, call };
}

test('subscriptions work on the HTTP port and on the next one', async () => {
  const { url, webSocketUrl } = await startServed();
  for (const at of [url.replace('http', 'ws'), webSocketUrl]) {
    const { messages, call } = await open(at);
    const { result: subscription } = await call('slotSubscribe');
    await until(() => {
      const notifications = messages.filter(({ method }) => method === 'slotNotification');
      expect(notifications.length).toBeGreaterThan(2);
      expect(notifications[0]?.params?.subscription).toBe(subscription);
    });
    expect(await call('slotUnsubscribe', subscription)).toMatchObject({ result: true });
    expect(await call('slotUnsubscribe', subscription)).toMatchObject({ error: { code: -32602 } });
  }
});

test('the response to a subscription comes before its notifications', async () => {
  const { localnet, webSocketUrl } = await startServed();
  const { rpc, faucetAddress } = localnet;
  const signature = await rpc.requestAirdrop(faucetAddress, 5n as never).send();
  const { messages, call } = await open(webSocketUrl);
  const { result: subscription } = await call('signatureSubscribe', signature, {
    commitment: 'processed',
  });
  await until(() => expect(messages.length).toBe(2));
  expect(messages[0]).toMatchObject({ result: subscription });
  expect(messages[1]).toMatchObject({ method: 'signatureNotification', params: { subscription } });
});

test('one connection cannot end the subscription of another', async () => {
  const { webSocketUrl } = await startServed();
  const [alice, bob] = [await open(webSocketUrl), await open(webSocketUrl)];
  const { result: subscription } = await alice.call('slotSubscribe');
  expect(await bob.call('slotUnsubscribe', subscription)).toMatchObject({
    error: { code: -32602 },
  });
  expect(await alice.call('slotUnsubscribe', subscription)).toMatchObject({ result: true });
});

test('a subscription without a valid id is not created', async () => {
  const { webSocketUrl } = await startServed();
  const { socket, messages, call } = await open(webSocketUrl);
  socket.send('{"jsonrpc":"2.0","id":{},"method":"slotSubscribe","params":[]}');
  await until(() => expect(messages).toHaveLength(1));
  expect(messages[0]).toMatchObject({ id: null, error: { code: -32600 } });
  expect(await call('slotUnsubscribe', 1)).toMatchObject({ error: { code: -32602 } });
});

test('plain methods, batches and pings work over WebSocket too', async () => {
  const { webSocketUrl } = await startServed();
  const { socket, messages, call } = await open(webSocketUrl);
  expect(await call('getHealth')).toMatchObject({ result: 'ok' });
  expect(await call('noSuchSubscribe')).toMatchObject({ error: { code: -32601 } });
  socket.send('{"jsonrpc":"2.0","method":"ping"}');
  socket.send('{"jsonrpc');
  await until(() => expect(messages.at(-1)).toMatchObject({ error: { code: -32700 } }));
  socket.send('[{"jsonrpc":"2.0","id":1,"method":"getHealth"}]');
  await until(() => expect(messages.at(-1)).toMatchObject([{ result: 'ok' }]));
});

test('a message above the limit closes the connection but not the chain', async () => {
  const { webSocketUrl } = await startServed();
  const { socket } = await open(webSocketUrl);
  socket.send('x'.repeat(1024 * 1024 + 1));
  await once(socket, 'close');
  const { call } = await open(webSocketUrl);
  expect(await call('getHealth')).toMatchObject({ result: 'ok' });
});

interface Limits {
  heartbeatMs?: number;
  bufferedBytesMax?: number;
  bufferedBytesMaxOfAll?: number;
}

/** It would disconnect a client that does not read, too. */
const NO_HEARTBEAT = { heartbeatMs: 1e6 };

async function openHandler(limits: Limits) {
  const options = { slotMs: 5, programs: [], accounts: [] };
  const chain = await Chain.open(options);
  const closed = vi.fn();
  const connect = chain.connect.bind(chain);
  chain.connect = (listener, client) => {
    const connection = connect(listener, client);
    return {
      receive: (message) => connection.receive(message),
      close: () => {
        closed();
        connection.close();
      },
    };
  };
  const pages = new PageAccess({ host: '127.0.0.1', origins: [] });
  const handler = new WebSocketHandler(chain, { bodyBytesMax: 100_000, pages, ...limits });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => handler.upgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    handler.close();
    server.closeAllConnections();
    server.close();
    await chain.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, closed, chain };
}

test('a client that stops answering pings is disconnected, with its subscriptions', async () => {
  const { url, closed } = await openHandler({ heartbeatMs: 50 });
  const socket = new WebSocket(url, { autoPong: false });
  await once(socket, 'open');
  await once(socket, 'close');
  await until(() => expect(closed).toHaveBeenCalledOnce());
});

test('a client that answers pings stays connected', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url, closed } = await openHandler({ heartbeatMs: 200 });
  const { socket, call } = await open(url);
  for (let beat = 0; beat < 5; beat += 1) {
    const pinged = once(socket, 'ping');
    vi.advanceTimersByTime(200);
    await pinged;
    // Its answer to the ping is there before this.
    expect(await call('getHealth')).toMatchObject({ result: 'ok' });
  }
  expect(closed).not.toHaveBeenCalled();
});

test('a client that does not read is disconnected', async () => {
  const { url, closed } = await openHandler({ ...NO_HEARTBEAT, bufferedBytesMax: 10_000 });
  const { socket } = await open(url);
  const request = '{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}';
  for (let i = 0; i < 100; i += 1) socket.send(request);
  socket.pause();
  await until(() => expect(closed).toHaveBeenCalledOnce());
});

test('clients that together do not read too much are disconnected, those that read are not', async () => {
  const limits = { ...NO_HEARTBEAT, bufferedBytesMax: 1e9, bufferedBytesMaxOfAll: 20_000_000 };
  const { url, closed, chain } = await openHandler(limits);
  const data = new Uint8Array(1_000_000);
  await chain.perform('setAccounts', [{ address: LARGE, lamports: 1n, data }]);
  const reader = await open(url);
  const idle = [await open(url), await open(url), await open(url)];
  const request = { jsonrpc: '2.0', id: 1, method: 'getAccountInfo' };
  const params = [LARGE, { encoding: 'base64', commitment: 'processed' }];
  for (const { socket } of idle) {
    socket.pause();
    for (let i = 0; i < 12; i += 1) socket.send(JSON.stringify({ ...request, params }));
  }
  await until(() => expect(closed).toHaveBeenCalled());
  for (let i = 0; i < 12; i += 1) await reader.call('getAccountInfo', ...params);
  expect(await reader.call('getHealth')).toMatchObject({ result: 'ok' });
  expect(closed.mock.calls.length).toBeLessThan(4);
});

const subscribe = async ({ call }: Awaited<ReturnType<typeof open>>, times: number) =>
  Promise.all(Array.from({ length: times }, () => call('slotSubscribe')));

test('a connection may have 100 subscriptions and no more', async () => {
  const { webSocketUrl } = await startServed();
  const client = await open(webSocketUrl);
  const [first] = await subscribe(client, 100);
  const refused = await client.call('slotSubscribe');
  expect(refused.error).toMatchObject({ code: -32603 });
  expect(refused.error?.message).toContain('has 100 subscriptions');
  const batch = Array.from({ length: 3 }, (_, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'slotSubscribe', params: [] },
  }));
  client.socket.send(JSON.stringify(batch));
  await until(() => {
    const answer = client.messages.find((message) => Array.isArray(message));
    expect(answer).toMatchObject(batch.map(() => ({ error: { code: -32603 } })));
  });
  expect(await client.call('slotUnsubscribe', first?.result)).toMatchObject({ result: true });
  expect(await client.call('slotSubscribe')).toHaveProperty('result');
  expect(await client.call('slotSubscribe')).toHaveProperty('error');
});

test('a subscription that has ended leaves its place to another one', async () => {
  const { localnet, webSocketUrl } = await startServed();
  const { rpc, faucetAddress } = localnet;
  const signature = await rpc.requestAirdrop(faucetAddress, 5n as never).send();
  const client = await open(webSocketUrl);
  await subscribe(client, 99);
  for (let i = 0; i < 3; i += 1) {
    const { result } = await client.call('signatureSubscribe', signature, {
      commitment: 'processed',
    });
    await until(() =>
      expect(client.messages.some(({ params }) => params?.subscription === result)).toBe(true),
    );
  }
  expect(await client.call('slotSubscribe')).toHaveProperty('result');
  expect(await client.call('slotSubscribe')).toHaveProperty('error');
});

test('all connections may have 1,000 subscriptions together and no more', async () => {
  const { webSocketUrl } = await startServed({ slotMs: 1_000 });
  const clients = await Promise.all(Array.from({ length: 11 }, () => open(webSocketUrl)));
  const last = clients.pop() as (typeof clients)[number];
  for (const client of clients) await subscribe(client, 100);
  const refused = await last.call('slotSubscribe');
  expect(refused.error).toMatchObject({ code: -32603 });
  expect(refused.error?.message).toContain('have 1000 subscriptions');
  clients[0]?.socket.close();
  await until(async () => {
    expect(await last.call('slotSubscribe')).toHaveProperty('result');
  });
});

test('the limits are for clients on the network: code of the same process has none', async () => {
  const { url, chain } = await openHandler({});
  const answers: Message[] = [];
  const message = (one: unknown) => 'id' in (one as Message) && answers.push(one as Message);
  const connection = chain.connect({ message, ended: () => {} });
  onTestFinished(() => connection.close());
  for (let id = 0; id < 1_100; id += 1) {
    connection.receive({ jsonrpc: '2.0', id, method: 'slotSubscribe', params: [] });
  }
  await until(() => expect(answers).toHaveLength(1_100));
  expect(answers.filter(({ error }) => error)).toEqual([]);
  const { call } = await open(url);
  expect(await call('slotSubscribe')).toHaveProperty('result');
});
