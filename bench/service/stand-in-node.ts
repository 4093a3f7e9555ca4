// A node of a cluster, as far as the service can tell: it answers `sendTransaction` at once and
// executes at the end of a slot. It forwards everything to a chain without slots, and counts.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import { SLOT_MS } from './cluster-world.ts';
import type { Defer } from './section.ts';

export interface StandInNode {
  readonly env: Record<string, string>;
  /** Requests by method; `messages` are those of WebSockets, in both directions. */
  readonly counts: Record<string, number>;
}

const HEADERS = { 'content-type': 'application/json' };

export async function startStandInNode(rpcUrl: string, defer: Defer): Promise<StandInNode> {
  const counts: Record<string, number> = { requests: 0, messages: 0 };
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const forward = async (body: string) => {
    const sent = request(rpcUrl, { method: 'POST', headers: HEADERS }).end(body);
    const [reply] = await once(sent, 'response');
    return readText(reply);
  };
  const held: string[] = [];
  const slots = setInterval(() => {
    for (const body of held.splice(0)) void forward(body).catch(() => {});
  }, SLOT_MS);
  const handle = async (body: string) => {
    const { id, method } = JSON.parse(body);
    count('requests');
    count(method);
    if (method !== 'sendTransaction') return forward(body);
    held.push(body);
    return JSON.stringify({ jsonrpc: '2.0', id, result: 'held' });
  };
  const server = createServer(async (incoming, outgoing) => {
    const reply = await handle(await readText(incoming)).catch(() => undefined);
    outgoing.writeHead(reply === undefined ? 502 : 200, HEADERS).end(reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  new WebSocketServer({ server }).on('connection', (client) => {
    const upstream = new WebSocket(rpcUrl.replace('http', 'ws'));
    const opened = once(upstream, 'open');
    const pass = (to: WebSocket) => async (data: { toString(): string }) => {
      count('messages');
      await opened;
      if (to.readyState === WebSocket.OPEN) to.send(data.toString());
    };
    client.on('message', pass(upstream)).on('close', () => upstream.terminate());
    upstream.on('message', pass(client)).on('close', () => client.terminate());
  });
  defer(() => {
    clearInterval(slots);
    server.close().closeAllConnections();
  });
  const url = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { counts, env: { TOTE_RPC_URL: `http://${url}`, TOTE_RPC_WS_URL: `ws://${url}` } };
}
