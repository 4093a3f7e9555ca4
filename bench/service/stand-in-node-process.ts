// The process of the stand-in node, in front of the chain at BENCH_RPC_URL. A GET gives the counts.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';

const { BENCH_RPC_URL: rpcUrl = '', BENCH_SLOT_MS: slotMs } = process.env;
const HEADERS = { 'content-type': 'application/json' };

const counts: Record<string, number> = { requests: 0, messages: 0 };
const count = (name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

async function forward(body: string): Promise<string> {
  const sent = request(rpcUrl, { method: 'POST', headers: HEADERS }).end(body);
  const [reply] = await once(sent, 'response');
  return readText(reply);
}

const held: string[] = [];
setInterval(() => {
  for (const body of held.splice(0)) void forward(body).catch(() => {});
}, Number(slotMs));

async function handle(body: string): Promise<string> {
  const { id, method } = JSON.parse(body);
  count('requests');
  count(method);
  if (method !== 'sendTransaction') return forward(body);
  held.push(body);
  return JSON.stringify({ jsonrpc: '2.0', id, result: 'held' });
}

const server = createServer(async (incoming, outgoing) => {
  if (incoming.method === 'GET') return outgoing.end(JSON.stringify(counts));
  const reply = await handle(await readText(incoming)).catch(() => undefined);
  return outgoing.writeHead(reply === undefined ? 502 : 200, HEADERS).end(reply);
});
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
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit());
