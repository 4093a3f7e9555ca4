import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PageAccess } from '@tote/lib/page-access';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Chain } from '../../src/chain.ts';
import { WebSocketHandler } from '../../src/transports/websocket-handler.ts';
import { startServed } from '../support/localnet.ts';

interface Message {
  id?: unknown;
  result?: unknown;
  method?: string;
  params?: { subscription: number; result: unknown };
  error?: { code: number };
}

/** A client that sends plain JSON, so that the test sees the raw messages. */
async function open(url: string) {
  const socket = new WebSocket(url);
  const messages: Message[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  socket.on('error', () => {});
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const call = (method: string, ...params: unknown[]) => {
    const id = Math.random();
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return vi.waitFor(() => {
      const answer = messages.find((message) => message.id === id);
      if (!answer) throw new Error(`no answer to ${method}`);
      return answer;
    });
  };
  return { socket, messages, call };
}

test('subscriptions work on the HTTP port and on the next one', async () => {
  const { url, webSocketUrl } = await startServed();
  for (const at of [url.replace('http', 'ws'), webSocketUrl]) {
    const { messages, call } = await open(at);
    const { result: subscription } = await call('slotSubscribe');
    await vi.waitFor(() => {
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
  await vi.waitFor(() => expect(messages.length).toBe(2));
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
  await vi.waitFor(() => expect(messages).toHaveLength(1));
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
  await vi.waitFor(() => expect(messages.at(-1)).toMatchObject({ error: { code: -32700 } }));
  socket.send('[{"jsonrpc":"2.0","id":1,"method":"getHealth"}]');
  await vi.waitFor(() => expect(messages.at(-1)).toMatchObject([{ result: 'ok' }]));
});

test('a message above the limit closes the connection but not the chain', async () => {
  const { webSocketUrl } = await startServed();
  const { socket } = await open(webSocketUrl);
  socket.send('x'.repeat(1024 * 1024 + 1));
  await once(socket, 'close');
  const { call } = await open(webSocketUrl);
  expect(await call('getHealth')).toMatchObject({ result: 'ok' });
});

async function openHandler(limits: { heartbeatMs?: number; bufferedBytesMax?: number }) {
  const options = { slotMs: 5, programs: [], accounts: [], isSandbox: false };
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
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, closed };
}

test('a client that stops answering pings is disconnected, with its subscriptions', async () => {
  const { url, closed } = await openHandler({ heartbeatMs: 50 });
  const socket = new WebSocket(url, { autoPong: false });
  await once(socket, 'open');
  await once(socket, 'close');
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test('a client that answers pings stays connected', async () => {
  const { url, closed } = await openHandler({ heartbeatMs: 200 });
  const { call } = await open(url);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await call('getHealth')).toMatchObject({ result: 'ok' });
  expect(closed).not.toHaveBeenCalled();
});

test('a client that does not read is disconnected', async () => {
  const { url, closed } = await openHandler({ bufferedBytesMax: 10_000 });
  const { socket } = await open(url);
  const request = '{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}';
  for (let i = 0; i < 1_000; i += 1) socket.send(request);
  socket.pause();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), { timeout: 30_000 });
});
