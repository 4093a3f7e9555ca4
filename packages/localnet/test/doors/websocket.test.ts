import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Chain } from '../../src/chain.ts';
import { WebSocketDoor } from '../../src/doors/websocket-door.ts';
import { startServed } from '../support/localnet.ts';

interface Message {
  id?: unknown;
  result?: unknown;
  method?: string;
  params?: { subscription: number; result: unknown };
  error?: { code: number };
}

/** A client that speaks plain JSON, so that the wire itself is seen. */
async function open(url: string) {
  const socket = new WebSocket(url);
  const messages: Message[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  socket.on('error', () => {});
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const say = (method: string, ...params: unknown[]) => {
    const id = Math.random();
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return vi.waitFor(() => {
      const answer = messages.find((message) => message.id === id);
      if (!answer) throw new Error(`no answer to ${method}`);
      return answer;
    });
  };
  return { socket, messages, say };
}

test('subscriptions work on the HTTP port and on the next one', async () => {
  const { url, webSocketUrl } = await startServed();
  for (const at of [url.replace('http', 'ws'), webSocketUrl]) {
    const { messages, say } = await open(at);
    const { result: subscription } = await say('slotSubscribe');
    await vi.waitFor(() => {
      const told = messages.filter(({ method }) => method === 'slotNotification');
      expect(told.length).toBeGreaterThan(2);
      expect(told[0]?.params?.subscription).toBe(subscription);
    });
    expect(await say('slotUnsubscribe', subscription)).toMatchObject({ result: true });
    expect(await say('slotUnsubscribe', subscription)).toMatchObject({ error: { code: -32602 } });
  }
});

test('the answer to a subscription comes before what it tells', async () => {
  const { localnet, webSocketUrl } = await startServed();
  const { rpc, faucetAddress } = localnet;
  const signature = await rpc.requestAirdrop(faucetAddress, 5n as never).send();
  const { messages, say } = await open(webSocketUrl);
  const { result: subscription } = await say('signatureSubscribe', signature, {
    commitment: 'processed',
  });
  await vi.waitFor(() => expect(messages.length).toBe(2));
  expect(messages[0]).toMatchObject({ result: subscription });
  expect(messages[1]).toMatchObject({ method: 'signatureNotification', params: { subscription } });
});

test('one connection cannot end the subscription of another', async () => {
  const { webSocketUrl } = await startServed();
  const [alice, bob] = [await open(webSocketUrl), await open(webSocketUrl)];
  const { result: subscription } = await alice.say('slotSubscribe');
  expect(await bob.say('slotUnsubscribe', subscription)).toMatchObject({ error: { code: -32602 } });
  expect(await alice.say('slotUnsubscribe', subscription)).toMatchObject({ result: true });
});

test('a subscription that cannot be answered is not made', async () => {
  const { webSocketUrl } = await startServed();
  const { socket, messages, say } = await open(webSocketUrl);
  socket.send('{"jsonrpc":"2.0","id":{},"method":"slotSubscribe","params":[]}');
  await vi.waitFor(() => expect(messages).toHaveLength(1));
  expect(messages[0]).toMatchObject({ id: null, error: { code: -32600 } });
  expect(await say('slotUnsubscribe', 1)).toMatchObject({ error: { code: -32602 } });
});

test('plain methods, batches and pings work over WebSocket too', async () => {
  const { webSocketUrl } = await startServed();
  const { socket, messages, say } = await open(webSocketUrl);
  expect(await say('getHealth')).toMatchObject({ result: 'ok' });
  expect(await say('noSuchSubscribe')).toMatchObject({ error: { code: -32601 } });
  socket.send('{"jsonrpc":"2.0","method":"ping"}');
  socket.send('{"jsonrpc');
  await vi.waitFor(() => expect(messages.at(-1)).toMatchObject({ error: { code: -32700 } }));
  socket.send('[{"jsonrpc":"2.0","id":1,"method":"getHealth"}]');
  await vi.waitFor(() => expect(messages.at(-1)).toMatchObject([{ result: 'ok' }]));
});

test('a message above the limit ends the connection, not the chain', async () => {
  const { webSocketUrl } = await startServed();
  const { socket } = await open(webSocketUrl);
  socket.send('x'.repeat(1024 * 1024 + 1));
  await once(socket, 'close');
  const { say } = await open(webSocketUrl);
  expect(await say('getHealth')).toMatchObject({ result: 'ok' });
});

async function openDoor(limits: { heartbeatMs?: number; bufferedBytesMax?: number }) {
  const options = { slotMs: 5, programs: [], accounts: [], isSandbox: false };
  const chain = await Chain.open(options);
  const closed = vi.fn();
  const connect = chain.connect.bind(chain);
  chain.connect = (listener) => {
    const connection = connect(listener);
    return {
      receive: (message) => connection.receive(message),
      close: () => {
        closed();
        connection.close();
      },
    };
  };
  const door = new WebSocketDoor(chain, { bodyBytesMax: 100_000, ...limits });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => door.upgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    door.close();
    server.closeAllConnections();
    server.close();
    await chain.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, closed };
}

test('a client that stops answering pings is cut off, and its subscriptions with it', async () => {
  const { url, closed } = await openDoor({ heartbeatMs: 50 });
  const socket = new WebSocket(url, { autoPong: false });
  await once(socket, 'open');
  await once(socket, 'close');
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test('a client that answers pings stays', async () => {
  const { url, closed } = await openDoor({ heartbeatMs: 200 });
  const { say } = await open(url);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await say('getHealth')).toMatchObject({ result: 'ok' });
  expect(closed).not.toHaveBeenCalled();
});

test('a client that does not read is cut off', async () => {
  const { url, closed } = await openDoor({ bufferedBytesMax: 10_000 });
  const { socket } = await open(url);
  const request = '{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}';
  for (let i = 0; i < 1_000; i += 1) socket.send(request);
  socket.pause();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), { timeout: 30_000 });
});
